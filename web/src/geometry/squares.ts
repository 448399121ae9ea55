// Squares as numbers (a1 = 0, b1 = 1, … h8 = 63) and as people name them, and where they are on the
// screen. Geometry only: nothing here knows how pieces move.
import type { SquareName } from '../protocol';

export type Square = number;

export const allSquares: readonly Square[] = Array.from({ length: 64 }, (_, square) => square);

export const fileOf = (square: Square): number => square & 7;
export const rankOf = (square: Square): number => square >> 3;
export const squareAt = (file: number, rank: number): Square => file + 8 * rank;
export const isDark = (square: Square): boolean => (fileOf(square) + rankOf(square)) % 2 === 0;

export const nameOf = (square: Square): SquareName =>
  'abcdefgh'.charAt(fileOf(square)) + (rankOf(square) + 1);

export function squareOf(name: string): Square {
  return squareAt(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49);
}

export interface Place {
  column: number; // 0 at the left of the screen
  row: number; // 0 at the top
}

export function placeOf(square: Square, flipped: boolean): Place {
  return flipped
    ? { column: 7 - fileOf(square), row: rankOf(square) }
    : { column: fileOf(square), row: 7 - rankOf(square) };
}

export function squareOfPlace({ column, row }: Place, flipped: boolean): Square | null {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  return flipped ? squareAt(7 - column, row) : squareAt(column, 7 - row);
}

// The square under a point, given the board's rectangle on the screen.
export function squareUnder(
  x: number,
  y: number,
  board: { left: number; top: number; width: number; height: number },
  flipped: boolean,
): Square | null {
  const column = Math.floor(((x - board.left) / board.width) * 8);
  const row = Math.floor(((y - board.top) / board.height) * 8);
  return squareOfPlace({ column, row }, flipped);
}

// One step on the screen; stays where it is at the edge.
export function neighbour(square: Square, right: number, down: number, flipped: boolean): Square {
  const { column, row } = placeOf(square, flipped);
  return squareOfPlace({ column: column + right, row: row + down }, flipped) ?? square;
}
