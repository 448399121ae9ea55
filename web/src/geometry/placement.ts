// What stands where: the first field of a FEN as an array, and back.
import type { Color } from '../protocol';
import { type Square, squareAt } from './squares';

// As in FEN: capitals are white.
export type PieceLetter = 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
export type Placement = readonly (PieceLetter | null)[];

const letters = 'PNBRQKpnbrqk';

export const isPieceLetter = (text: string): text is PieceLetter =>
  text.length === 1 && letters.includes(text);
export const colorOf = (piece: PieceLetter): Color => (piece < 'a' ? 'white' : 'black');
export const roleOf = (piece: PieceLetter): 'p' | 'n' | 'b' | 'r' | 'q' | 'k' =>
  piece.toLowerCase() as 'p' | 'n' | 'b' | 'r' | 'q' | 'k';

const roleNames = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
export const roleName = (piece: PieceLetter): string => roleNames[roleOf(piece)];
export const pieceName = (piece: PieceLetter): string => `${colorOf(piece)} ${roleName(piece)}`;

export const emptyPlacement: Placement = Array<null>(64).fill(null);

// Takes a whole FEN or only its first field. What is no piece and no number is skipped.
export function placementOf(fen: string): Placement {
  const board: (PieceLetter | null)[] = Array<null>(64).fill(null);
  const field = fen.trim().split(/\s/)[0] ?? '';
  field.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (isPieceLetter(letter)) {
        if (file < 8 && index < 8) board[squareAt(file, 7 - index)] = letter;
        file++;
      } else if (letter >= '1' && letter <= '8') {
        file += Number(letter);
      }
    }
  });
  return board;
}

export function boardField(placement: Placement): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const piece = placement[squareAt(file, rank)];
      if (!piece) {
        empty++;
        continue;
      }
      row += (empty || '') + piece;
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

export function withPiece(placement: Placement, square: Square, piece: PieceLetter | null): Placement {
  const next = [...placement];
  next[square] = piece;
  return next;
}

const worth = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 } as const;

// What each side has more of than the other, most valuable first, and White's lead in pawns.
export function materialOf(placement: Placement): { white: string[]; black: string[]; lead: number } {
  const result = { white: [] as string[], black: [] as string[], lead: 0 };
  for (const role of ['q', 'r', 'b', 'n', 'p'] as const) {
    const count = (letter: string) => placement.filter((piece) => piece === letter).length;
    const more = count(role.toUpperCase()) - count(role);
    result.lead += more * worth[role];
    const side = more > 0 ? result.white : result.black;
    for (let i = 0; i < Math.abs(more); i++) side.push(role);
  }
  return result;
}
