// Chess for the mock server, by chessops. The page itself has no rules; the real server has Tabiya's.
import { type Move, type NormalMove, makeSquare, makeUci, parseSquare, parseUci } from 'chessops';
import { Chess } from 'chessops/chess';
import { makeBoardFen, makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { Color, GameNode, LegalMove, LineMove, Position, Uci, Variant } from '../src/protocol';

export const usualStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const promotions = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' } as const;

// Throws with a sentence if the FEN is none.
export function chessOf(fen: string): Chess {
  const setup = parseFen(fen).unwrap(
    (value) => value,
    (error) => {
      throw new Error(`not a FEN: ${error.message}`);
    },
  );
  return Chess.fromSetup(setup).unwrap(
    (value) => value,
    (error) => {
      throw new Error(`nobody can play this: ${error.message}`);
    },
  );
}

export const fenOf = (chess: Chess): string => makeFen(chess.toSetup());

function isCastling(chess: Chess, move: NormalMove): boolean {
  const piece = chess.board.get(move.from);
  const target = chess.board.get(move.to);
  return piece?.role === 'king' && target?.role === 'rook' && target.color === piece.color;
}

// Inside, chessops castles by king takes rook; outside it is e1g1 except in Chess960.
function landing(move: NormalMove): string {
  return (move.to > move.from ? 'g' : 'c') + makeSquare(move.from).charAt(1);
}

export function uciOf(chess: Chess, move: NormalMove, variant: Variant): Uci {
  if (variant === 'standard' && isCastling(chess, move)) return makeSquare(move.from) + landing(move);
  return makeUci(move);
}

export function moveOf(chess: Chess, uci: Uci): NormalMove | null {
  const move = parseUci(uci) as NormalMove | undefined;
  if (!move) return null;
  const found = allMoves(chess).find(
    (each) =>
      each.promotion === move.promotion &&
      each.from === move.from &&
      (each.to === move.to || (isCastling(chess, each) && landing(each) === uci.slice(2, 4))),
  );
  const exact = allMoves(chess).find(
    (each) => each.promotion === move.promotion && each.from === move.from && each.to === move.to,
  );
  return exact ?? found ?? null;
}

export function allMoves(chess: Chess): NormalMove[] {
  const moves: NormalMove[] = [];
  for (const [from, targets] of chess.allDests()) {
    const pawn = chess.board.get(from)?.role === 'pawn';
    for (const to of targets) {
      if (pawn && (to < 8 || to > 55)) {
        for (const role of ['queen', 'rook', 'bishop', 'knight'] as const) {
          moves.push({ from, to, promotion: role });
        }
      } else {
        moves.push({ from, to });
      }
    }
  }
  return moves;
}

function legalMove(chess: Chess, move: NormalMove, variant: Variant): LegalMove {
  const uci = uciOf(chess, move, variant);
  const castling = isCastling(chess, move);
  const pawnTakes = chess.board.get(move.from)?.role === 'pawn' && move.from % 8 !== move.to % 8;
  return {
    uci,
    san: makeSan(chess, move),
    from: makeSquare(move.from),
    to: uci.slice(2, 4),
    ...(!castling && (chess.board.get(move.to) || pawnTakes) ? { capture: true } : {}),
    ...(move.promotion ? { promotion: promotions[move.promotion as 'queen'] } : {}),
    ...(castling ? { castling: { king: landing(move), rook: makeSquare(move.to) } } : {}),
  };
}

function checkedKing(chess: Chess): string | null {
  const king = chess.board.kingOf(chess.turn);
  return chess.isCheck() && king !== undefined ? makeSquare(king) : null;
}

export function positionOf(fen: string, variant: Variant): Position {
  const chess = chessOf(fen);
  return {
    fen,
    turn: chess.turn as Color,
    check: checkedKing(chess),
    legal: allMoves(chess).map((move) => legalMove(chess, move, variant)),
  };
}

export function playedNode(parent: GameNode, uci: Uci, variant: Variant): Omit<GameNode, 'id' | 'order'> {
  const chess = chessOf(parent.fen);
  const move = moveOf(chess, uci);
  if (!move) throw new Error(`${uci} is illegal here`);
  const written = uciOf(chess, move, variant);
  const to = isCastling(chess, move) ? landing(move) : makeSquare(move.to);
  const san = makeSan(chess, move);
  chess.play(move);
  return {
    parent: parent.id,
    ply: parent.ply + 1,
    uci: written,
    san,
    from: makeSquare(move.from),
    to,
    fen: fenOf(chess),
    check: checkedKing(chess),
  };
}

export function lineOf(fen: string, moves: NormalMove[], variant: Variant): LineMove[] {
  const chess = chessOf(fen);
  return moves.slice(0, 24).map((move) => {
    const uci = uciOf(chess, move, variant);
    const san = makeSan(chess, move);
    chess.play(move);
    return { uci, san, board: makeBoardFen(chess.board) };
  });
}

export function sanToUci(fen: string, san: string, variant: Variant): Uci | null {
  const chess = chessOf(fen);
  const move = parseSan(chess, san) as Move | undefined;
  return move && 'from' in move ? uciOf(chess, move, variant) : null;
}

// Scharnagl's numbering.
export function chess960Fen(number: number): string {
  const row: string[] = Array(8).fill('');
  let rest = number;
  row[(rest % 4) * 2 + 1] = 'b';
  rest = Math.floor(rest / 4);
  row[(rest % 4) * 2] = 'b';
  rest = Math.floor(rest / 4);
  const empty = () => row.flatMap((piece, file) => (piece ? [] : [file]));
  row[empty()[rest % 6]!] = 'q';
  rest = Math.floor(rest / 6);
  const pairs = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => b > a).map((b) => [a, b]));
  const free = empty();
  for (const place of pairs[rest]!) row[free[place]!] = 'n';
  empty().forEach((file, index) => (row[file] = 'rkr'[index]!));
  const back = row.join('');
  return `${back}/pppppppp/8/8/8/8/PPPPPPPP/${back.toUpperCase()} w KQkq - 0 1`;
}

export { makeBoardFen, parseSquare };
