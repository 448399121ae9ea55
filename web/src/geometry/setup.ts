// A position being set up by hand. Whether it is legal, the server decides.
import { type PieceLetter, type Placement, boardField, emptyPlacement, placementOf } from './placement';
import { squareOf } from './squares';

export const standardStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export interface Setup {
  placement: Placement;
  turn: 'w' | 'b';
  castling: string; // some of "KQkq"; as the FEN had it if it was something else
  enPassant: string; // a square or "-"
  halfmove: number;
  fullmove: number;
}

export function setupOf(fen: string): Setup {
  const [, turn, castling = '-', enPassant = '-', half = '0', full = '1'] = fen.trim().split(/\s+/);
  return {
    placement: placementOf(fen),
    turn: turn === 'b' ? 'b' : 'w',
    castling: castling === '-' ? '' : castling,
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : '-',
    halfmove: Number(half) || 0,
    fullmove: Number(full) || 1,
  };
}

export function setupFen(setup: Setup): string {
  return [
    boardField(setup.placement),
    setup.turn,
    setup.castling || '-',
    setup.enPassant,
    setup.halfmove,
    setup.fullmove,
  ].join(' ');
}

// The commands of the terminal program: "c" clears; "w Kg1 Qd1 e4 ." and "b …" add pieces, ".e4" empties a square.
// An unknown command is reported, and changes nothing.
export function withCommands(placement: Placement, words: string): Placement | { wrong: string } {
  let board: (PieceLetter | null)[] = [...placement];
  let color: 'w' | 'b' | null = null;
  for (const word of words.trim().split(/\s+/).filter(Boolean)) {
    const piece = /^([KQRBNP]?)([a-h][1-8])$/.exec(word);
    const empty = /^\.([a-h][1-8])$/.exec(word);
    if (word === 'c' && color === null) board = [...emptyPlacement];
    else if (word === 'w' || word === 'b') color = word;
    else if (word === '.') color = null;
    else if (empty) board[squareOf(empty[1]!)] = null;
    else if (piece && color) {
      const letter = piece[1] || 'P';
      board[squareOf(piece[2]!)] = (color === 'w' ? letter : letter.toLowerCase()) as PieceLetter;
    } else
      return {
        wrong: color === null && piece ? `${word}: which colour? Start with w or b` : `unknown piece ${word}`,
      };
  }
  return board;
}
