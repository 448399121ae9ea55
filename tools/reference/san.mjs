// Writes tests/data/san_reference.txt: all legal moves of many positions in UCI
// and SAN by chessops, compared with chess.js and Stockfish.
// Usage: STOCKFISH=/path node san.mjs (after random_games.mjs)
import { Chess as ChessJs } from 'chess.js';
import { Chess } from 'chessops/chess';
import { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import { makeSan, parseSan } from 'chessops/san';
import { readFileSync } from 'node:fs';
import { data, fenOf, generator, inputs, legalMoves, mirror, position, readLines, sound, Stockfish, uci, versions, writeData } from './lib.mjs';

const random = generator(77);

// One side with a crowd of equal pieces, the other with sliders that pin and check.
const crowd = () => {
  const board = Board.empty();
  const put = (color, role) => {
    const s = random.below(64);
    if (!board.occupied.has(s) && (role !== 'pawn' || (s >= 8 && s < 56))) board.set(s, { color, role });
  };
  const us = random.pick(['white', 'black']), them = us === 'white' ? 'black' : 'white';
  const kings = [random.below(64), random.below(64)];
  if (kings[0] === kings[1]) return undefined;
  board.set(kings[0], { color: us, role: 'king' });
  board.set(kings[1], { color: them, role: 'king' });
  const roles = ['queen', 'rook', 'bishop', 'knight'];
  const main = random.pick(roles);
  for (let i = 0; i < 3 + random.below(4); i++) put(us, main);
  if (random.below(3) === 0) { const other = random.pick(roles); for (let i = 0; i < 3; i++) put(us, other); }
  for (let i = 0; i < 1 + random.below(5); i++) put(them, random.pick(['queen', 'rook', 'bishop', 'pawn', 'knight']));
  for (let i = 0; i < random.below(4); i++) put(us, 'pawn');
  const setup = { board, turn: us, castlingRights: SquareSet.empty(), halfmoves: 0, fullmoves: 1 };
  return Chess.fromSetup(setup).unwrap(p => (sound(p) && legalMoves(p).length ? fenOf(p) : undefined), () => undefined);
};
const crowds = new Set();
while (crowds.size < 600) { const fen = crowd(); if (fen) crowds.add(fen); }

// Positions of the random games, by variant.
const played = { standard: [], chess960: [] };
let variant;
for (const line of readFileSync(data('stockfish_positions.txt'), 'utf8').split('\n')) {
  const fields = line.split('\t');
  if (fields[0] === 'game') variant = fields[1];
  else if (fields.length === 3) played[variant].push(fields[1]);
}
const some = (list, count) => random.shuffle([...list]).slice(0, count);

const standard = [
  ...readLines(inputs('handmade_san.txt')).flatMap(f => [f, mirror(f)]),
  ...readLines(inputs('handmade_standard.txt')),
  ...readLines(inputs('searched_standard.txt')),
  ...crowds,
  ...readLines(inputs('real_san.txt')),
  ...some(played.standard, 450),
];
const chess960 = [...readLines(inputs('searched_960.txt')), ...some(played.chess960, 550)];

const stockfish = new Stockfish();
const lines = [], problems = [], tally = { moves: 0, checks: 0, mates: 0, castlings: 0, disambiguated: 0 };
const one = async (fen, is960) => {
  const pos = position(fen);
  const pairs = new Map();
  for (const move of legalMoves(pos)) {
    const san = makeSan(pos, move);
    pairs.set(uci(pos, move, is960), san);
    const back = parseSan(pos, san);
    if (!back || back.from !== move.from || back.to !== move.to) problems.push(`chessops reads ${san} differently: ${fen}`);
    tally.moves++;
    if (san.endsWith('+')) tally.checks++;
    if (san.endsWith('#')) tally.mates++;
    if (san.startsWith('O')) tally.castlings++;
    if (/^[NBRQ][a-h]?[1-8]?x?[a-h][1-8]/.test(san) && san.replace(/[x+#]/g, '').length > 3) tally.disambiguated++;
  }
  const ucis = [...pairs.keys()].sort();
  if ((await stockfish.moves(fen)).join() !== ucis.join()) problems.push(`stockfish has other moves: ${fen}`);
  if (!is960) {
    const theirs = new ChessJs(fen).moves({ verbose: true });
    for (const m of theirs) {
      const key = m.from + m.to + (m.promotion ?? '');
      if (pairs.get(key) !== m.san) problems.push(`chess.js ${key}=${m.san}, chessops ${pairs.get(key)}: ${fen}`);
    }
    if (theirs.length !== pairs.size) problems.push(`chess.js has ${theirs.length} moves, chessops ${pairs.size}: ${fen}`);
  }
  lines.push([fen, is960 ? 'chess960' : 'standard', ucis.map(u => `${u}=${pairs.get(u)}`).join(' ') || '-'].join('\t'));
};
stockfish.chess960(false);
for (const fen of new Set(standard)) await one(fen, false);
stockfish.chess960(true);
for (const fen of new Set(chess960)) await one(fen, true);
stockfish.quit();
writeData('san_reference.txt', [
  'All legal moves of many positions, as UCI and SAN.',
  'Format: FEN<TAB>standard|chess960<TAB>uci=san uci=san …, sorted by UCI move; "-" when there is no legal move.',
  'Castling in UCI is king takes rook in chess960 lines, e1g1 in standard ones. In SAN a promotion is e8=Q, and +, # are always there.',
  `SAN: chessops ${versions.chessops} (makeSan). Compared: every standard line with chess.js ${versions.chessjs}; the set of moves of every line with`,
  `Stockfish ${versions.stockfish} (Debian). Made by tools/reference/san.mjs.`,
  `${new Set(standard).size} standard and ${new Set(chess960).size} chess960 positions, ${tally.moves} moves: ${tally.disambiguated} disambiguated, ${tally.checks} checks, ${tally.mates} mates, ${tally.castlings} castlings.`,
  problems.length ? `Disagreements: ${problems.length}` : 'Disagreements: none.',
  ...problems.slice(0, 20),
], lines);
problems.slice(0, 20).forEach(p => console.log(p));
