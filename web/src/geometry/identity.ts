// Which piece is which from one board to the next, so that a piece that moved is seen moving.
import type { PieceLetter, Placement } from './placement';
import { type Square, fileOf, rankOf } from './squares';

export interface PlacedPiece {
  id: number; // stays with the piece as long as it is on the board
  piece: PieceLetter;
  square: Square;
}

const distance = (a: Square, b: Square): number =>
  Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));

// Pieces that stay keep their place. Each new one is the nearest of its kind that left, else a pawn of
// its colour that left (a promotion, or one taken back), else someone new.
export function followed(
  before: readonly PlacedPiece[],
  board: Placement,
  nextId: () => number,
): PlacedPiece[] {
  const staying = before.filter(({ piece, square }) => board[square] === piece);
  const held = new Set(staying.map(({ square }) => square));
  const leaving = before.filter(({ piece, square }) => board[square] !== piece);
  const arrived: PlacedPiece[] = [];
  board.forEach((piece, square) => {
    if (piece && !held.has(square)) arrived.push({ id: -1, piece, square });
  });

  const adopt = (fits: (old: PlacedPiece, piece: PieceLetter) => boolean) => {
    for (const arrival of arrived) {
      if (arrival.id >= 0) continue;
      const candidates = leaving.filter((old) => fits(old, arrival.piece));
      if (candidates.length === 0) continue;
      const nearest = candidates.reduce((a, b) =>
        distance(b.square, arrival.square) < distance(a.square, arrival.square) ? b : a,
      );
      arrival.id = nearest.id;
      leaving.splice(leaving.indexOf(nearest), 1);
    }
  };
  const sameColor = (a: PieceLetter, b: PieceLetter) => a < 'a' === b < 'a';
  adopt((old, piece) => old.piece === piece);
  adopt(
    (old, piece) =>
      sameColor(old.piece, piece) && (old.piece.toLowerCase() === 'p' || piece.toLowerCase() === 'p'),
  );
  for (const arrival of arrived) if (arrival.id < 0) arrival.id = nextId();
  // In the order of their ids, so that the browser moves elements instead of making new ones.
  return [...staying, ...arrived].sort((a, b) => a.id - b.id);
}
