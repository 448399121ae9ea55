// Writes tests/data/final_positions.txt: how the games of tests/data/pgn/lichess.pgn end, as
// chess.js plays them; chessops has to agree.
import { Chess as ChessJs } from 'chess.js';
import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { readFileSync } from 'node:fs';
import { data, versions, writeData } from './lib.mjs';

const byChessops = text => {
  const [game] = parsePgn(text);
  const pos = startingPosition(game.headers).unwrap();
  for (const node of game.moves.mainline()) pos.play(parseSan(pos, node.san));
  return makeFen(pos.toSetup());
};

const games = readFileSync(data('pgn/lichess.pgn'), 'utf8').trim().split(/\n\n(?=\[Event )/);
const lines = games.map(text => {
  const chess = new ChessJs();
  chess.loadPgn(text);
  const fen = chess.fen();
  if (fen !== byChessops(text)) throw new Error(`chess.js and chessops disagree:\n${text}`);
  return [chess.history().length, chess.getHeaders().Result, fen].join('\t');
});

writeData('final_positions.txt', [
  'How the games of pgn/lichess.pgn end, one line a game, in their order.',
  'Format, with tabs: half-moves, result, FEN of the last position (en-passant square only if a capture there is legal).',
  `chess.js ${versions.chessjs}; chessops ${versions.chessops} agrees on all. Made by tools/reference/final_positions.mjs.`,
], lines);
