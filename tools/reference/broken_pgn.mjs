// Writes tests/data/pgn/broken/*.pgn and tests/data/broken_pgns.txt, which tells
// what is in each and what chessops, chess.js and kokopu read from it.
import { Chess as ChessJs } from 'chess.js';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import kokopu from 'kokopu';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { data, here, versions, writeData } from './lib.mjs';
import { brokenPgns } from './inputs/broken_pgns.mjs';

// Main-line half-moves of each game; a "!" where a move or the start is refused.
const byChessops = text => parsePgn(text).map(game => {
  const start = startingPosition(game.headers);
  if (start.isErr) return '0!';
  const pos = start.unwrap();
  let plies = 0;
  for (const node of game.moves.mainline()) {
    const move = parseSan(pos, node.san);
    if (!move) return `${plies}!`;
    pos.play(move);
    plies++;
  }
  return `${plies}`;
});
const byKokopu = text => {
  const database = kokopu.pgnRead(text);
  return Array.from({ length: database.gameCount() }, (_, i) => {
    try { return `${database.game(i).nodes().length}`; } catch (e) { return `line ${e.lineNumber}!`; }
  });
};
const byChessJs = text => { // one game only: the first
  const game = new ChessJs();
  game.loadPgn(text);
  return [`${game.history().length}`];
};
const ask = (f, text) => { try { return f(text).join(' ') || 'none'; } catch { return 'error'; } };

mkdirSync(data('pgn/broken'), { recursive: true });
writeFileSync(data('pgn/broken/.gitattributes'), '* -text\n');
const lines = [];
for (const [name, [what, content]] of Object.entries(brokenPgns)) {
  writeFileSync(data(`pgn/broken/${name}.pgn`), content);
  const text = content.toString('utf8');
  const first = text.split(/\s+(?=\[Event "The good)/)[0];
  lines.push([name, what, ask(byChessops, text), ask(byKokopu, text), ask(byChessJs, first)].join('\t'));
}
const pins = JSON.parse(readFileSync(here('package.json'))).dependencies;
writeData('broken_pgns.txt', [
  'What is in the files of pgn/broken/, and what other readers make of it.',
  'Format, with tabs: file name without .pgn, what is in it ("good:" if a reader should take it without complaint), then the half-moves of the',
  'main line of every game as read by chessops, by kokopu, and by chess.js (the first game only). A "!" means that the reader refused there:',
  'chessops after that many half-moves, kokopu at that line of the file. "The good game" at the end of most files has 7 half-moves.',
  `chessops ${versions.chessops}, kokopu ${pins.kokopu}, chess.js ${versions.chessjs}. Made by tools/reference/broken_pgn.mjs.`,
], lines);
