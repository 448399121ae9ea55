// From what a player does on the board to the legal moves that could be meant. The legal moves are the
// server's; this only compares squares.
import type { LegalMove } from '../protocol';
import { type Square, fileOf, nameOf, rankOf, squareOf } from './squares';
import { type PieceLetter, colorOf, roleOf } from './placement';

// One move, four (a promotion), or none. Castling is meant by the king's landing square and by the
// rook's, unless another move of the king goes there.
export function movesBetween(legal: readonly LegalMove[], from: Square, to: Square): LegalMove[] {
  const [fromName, toName] = [nameOf(from), nameOf(to)];
  const of = legal.filter((move) => move.from === fromName);
  const exact = of.filter((move) => move.to === toName);
  // In Chess960 the king may step to the square of the rook's file or castle to it: dropping it on the rook
  // is castling, anything else the step.
  if (exact.length > 0) return exact;
  return of.filter(({ castling }) => castling && (castling.king === toName || castling.rook === toName));
}

export function targetsFrom(legal: readonly LegalMove[], from: Square): Map<Square, { capture: boolean }> {
  const targets = new Map<Square, { capture: boolean }>();
  const fromName = nameOf(from);
  for (const move of legal) {
    if (move.from !== fromName) continue;
    targets.set(squareOf(move.to), { capture: move.capture ?? false });
    if (move.castling) {
      for (const name of [move.castling.king, move.castling.rook]) {
        const square = squareOf(name);
        if (square !== from && !targets.has(square)) targets.set(square, { capture: false });
      }
    }
  }
  return targets;
}

// Where a piece could go if the other pieces allowed it: what a premove may aim at. The server's legal
// moves decide when its time has come.
export function premoveTargets(piece: PieceLetter, from: Square): Square[] {
  const role = roleOf(piece);
  const forward = colorOf(piece) === 'white' ? 1 : -1;
  const targets: Square[] = [];
  for (let to = 0; to < 64; to++) {
    if (to === from) continue;
    const across = fileOf(to) - fileOf(from);
    const up = (rankOf(to) - rankOf(from)) * forward;
    const [x, y] = [Math.abs(across), Math.abs(up)];
    const straight = x === 0 || y === 0;
    const diagonal = x === y;
    const fits = {
      n: x * y === 2,
      b: diagonal,
      r: straight,
      q: straight || diagonal,
      k: (x <= 1 && y <= 1) || (y === 0 && (rankOf(from) === 0 || rankOf(from) === 7)),
      p: (up === 1 && x <= 1) || (up === 2 && x === 0 && rankOf(from) === (forward === 1 ? 1 : 6)),
    }[role];
    if (fits) targets.push(to);
  }
  return targets;
}

// The middle of a square on a board eight units wide.
export function centreOf(square: Square, flipped: boolean): { x: number; y: number } {
  const file = fileOf(square);
  const rank = rankOf(square);
  return flipped ? { x: 7.5 - file, y: rank + 0.5 } : { x: file + 0.5, y: 7.5 - rank };
}
