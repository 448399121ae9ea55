// The piece drawings. All of them are ours: one outline for each kind on a field of 45 by 45, the lines
// inside it, coloured by the style sheet.
import { memo } from 'react';
import type { PieceLetter } from '../geometry/placement';
import { colorOf, roleOf } from '../geometry/placement';

interface Drawing {
  body: string[];
  lines?: string;
}

const plinth = 'M11.2 34.6h22.6c1.2 0 2 .8 2 2v2.2H9.2v-2.2c0-1.2.8-2 2-2z';
const collar = 'M14.6 31.2h15.8c1 0 1.7.7 1.7 1.7s-.7 1.7-1.7 1.7H14.6c-1 0-1.7-.7-1.7-1.7s.7-1.7 1.7-1.7z';

const drawings: Record<'p' | 'n' | 'b' | 'r' | 'q' | 'k', Drawing> = {
  p: {
    body: [
      'M18.2 19.8h8.6c.2 5 1.9 8.2 5 10.7 2 1.6 2.9 3.2 3 5.5l.1 2.8H10.1l.1-2.8c.1-2.3 1-3.9 3-5.5 3.1-2.5 4.8-5.7 5-10.7z',
      'M16.6 18.2h11.8c.8 0 1.4.6 1.4 1.3s-.6 1.3-1.4 1.3H16.6c-.8 0-1.4-.6-1.4-1.3s.6-1.3 1.4-1.3z',
      'M22.5 8.2a5.3 5.3 0 1 1 0 10.6 5.3 5.3 0 0 1 0-10.6z',
    ],
    lines: 'M11.5 34.8h22',
  },
  r: {
    body: [
      'M15.3 18h14.4l1.3 13.2H14z',
      'M11.8 8.2h4.5v2.6h3.9V8.2h4.6v2.6h3.9V8.2h4.5v6.2l-3.4 3.6H15.2l-3.4-3.6z',
      collar,
      plinth,
    ],
    lines: 'M14 14.4h17',
  },
  n: {
    body: [
      'M13.6 31.2c-.3-5.2 2.6-8 5.6-10.6 1.2-1 1.9-2 2.1-3.1-1.4 1.5-3.3 2.2-5.3 2.5-1 .2-1.4.8-2 1.7-.8 1.3-2.1 2-3.6 1.6-1.7-.5-2.5-2-2.2-3.7.3-1.5 1.3-2.6 2.2-3.9 1-1.4 1.4-2.7 1.8-4.2.3-1.2 1-2.2 2-3l-.5-4.1c1.9.6 3.3 1.6 4.2 3 1.1-.3 2.2-.3 3.3-.1 7.6 1.2 11.6 7.4 11.9 14.9.1 3.3-.3 6.2-1 9z',
      collar,
      plinth,
    ],
    lines: 'M16.2 12.3l1.7-.9M11 19.7l.7-.9M22.6 10c5 1.5 7.6 6.3 7.7 12.8',
  },
  b: {
    body: [
      'M22.5 4.3a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z',
      'M22.5 8.7c5.2 3.7 8 7.8 8 12 0 3-1.5 5.4-3.7 6.8h-8.6c-2.2-1.4-3.7-3.8-3.7-6.8 0-4.2 2.8-8.3 8-12z',
      'M18.2 27.5h8.6l1.6 3.7H16.6z',
      collar,
      plinth,
    ],
    lines: 'M25.6 13.4l-3.8 6M16.8 26h11.4',
  },
  q: {
    body: [
      'M14.2 30.9L8.4 14.8l7.3 6.2.9-10.4 5.9 9.2 5.9-9.2.9 10.4 7.3-6.2-5.8 16.1z',
      'M7.6 10.6a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
      'M16.2 6.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
      'M28.8 6.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
      'M37.4 10.6a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
      collar,
      plinth,
    ],
    lines: 'M13.6 27.6c5.9-1.5 11.9-1.5 17.8 0',
  },
  k: {
    body: [
      'M21.1 4.6h2.8v2.5h2.7v2.7h-2.7v4h-2.8v-4h-2.7V7.1h2.7z',
      'M22.5 12.8c2.7 1.8 3.9 4.2 3.3 6.8l-3.3 9-3.3-9c-.6-2.6.6-5 3.3-6.8z',
      'M14.3 31c-5.3-3-7.7-6.8-6.9-10.8.9-4.3 5.7-5.8 9.7-3.6 2.9 1.6 4.8 4.6 5.4 8.8.6-4.2 2.5-7.2 5.4-8.8 4-2.2 8.8-.7 9.7 3.6.8 4-1.6 7.8-6.9 10.8z',
      collar,
      plinth,
    ],
    lines: 'M13.4 27.8c6-1.6 12.2-1.6 18.2 0',
  },
};

const symbols = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' } as const;

export const PieceDrawing = memo(function PieceDrawing({
  piece,
  set,
}: {
  piece: PieceLetter;
  set: 'drawn' | 'symbols';
}) {
  const role = roleOf(piece);
  const style = `piece-drawing ${colorOf(piece)}`;
  if (set === 'symbols') {
    return (
      <svg className={`${style} symbol`} viewBox="0 0 45 45" aria-hidden="true">
        <text x="22.5" y="36.5" textAnchor="middle" fontSize="40">
          {symbols[role] + '\uFE0E'}
        </text>
      </svg>
    );
  }
  const { body, lines } = drawings[role];
  return (
    <svg className={style} viewBox="0 0 45 45" aria-hidden="true">
      {body.map((path) => (
        <path key={path} className="body" d={path} />
      ))}
      {lines && <path className="lines" d={lines} />}
    </svg>
  );
});
