// What a program wrote to a terminal, as HTML: lines, and the colours of 256 that it sets.

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// Of the 256 colours only the cube, 16 to 231.
export function colorOf(number: number): string {
  const steps = [0, 95, 135, 175, 215, 255];
  const at = (place: number) => steps[Math.floor((number - 16) / place) % 6] ?? 0;
  return `rgb(${at(36)}, ${at(6)}, ${at(1)})`;
}

function lineHtml(line: string): string {
  let [color, background] = ['', ''];
  // Each piece but the first begins with the rest of an escape: "48;5;180m".
  return line
    .split('\x1b[')
    .map((piece, index) => {
      const end = index === 0 ? 0 : piece.indexOf('m') + 1;
      const [kind, , number] = piece.slice(0, end).split(/[;m]/).map(Number);
      if (kind === 38) color = colorOf(number ?? 16);
      else if (kind === 48) background = colorOf(number ?? 16);
      else if (end > 0) [color, background] = ['', ''];
      const text = escaped(piece.slice(end));
      const style = `${color && `color: ${color};`}${background && `background: ${background};`}`;
      return style && text ? `<span style="${style}">${text}</span>` : text;
    })
    .join('');
}

export function terminalHtml(text: string): string {
  const lines = text.replaceAll('\r', '').trimEnd().split('\n').map(lineHtml);
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: transparent; }
    main { width: max-content; min-width: 760px; box-sizing: border-box; padding-right: 16px; padding-bottom: 18px; border-radius: 10px; background: #1d1f21; }
    header { padding: 12px 16px; display: flex; gap: 8px; }
    header i { width: 12px; height: 12px; border-radius: 50%; background: #4b4f54; }
    pre { margin: 0; padding: 4px 22px; color: #d7d7d3; overflow: hidden;
          font: 19px/26px 'DejaVu Sans Mono', monospace; }
    pre span { display: inline-block; height: 26px; vertical-align: top; }
  </style><main><header><i></i><i></i><i></i></header><pre>${lines.join('\n')}</pre></main>`;
}
