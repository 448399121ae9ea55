// Writes tests/data/perft_standard.epd and perft_chess960.epd: counts from
// Stockfish's `go perft`, each compared with chessops and chess.js as far as
// those are quick enough. Usage: STOCKFISH=/path node perft.mjs [standard|chess960]
import { Chess as ChessJs } from 'chess.js';
import { perft as chessopsPerft } from 'chessops/debug';
import { readFileSync } from 'node:fs';
import { fenOf, inputs, mirror, position, sound, Stockfish, versions, writeData } from './lib.mjs';

const kMost = 3_000_000; // largest last count of the ordinary positions
const kEnough = 100_000; // stop going deeper from here
const kChessopsMost = 3_000_000;
const kChessJsMost = 100_000;

// The six of the chess programming wiki (the fourth with its mirror), with their depths.
const kWiki = [
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6],
  ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 7],
  ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 5],
  ['r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1', 5],
  ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 5],
  ['r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 5],
];

const stockfish = new Stockfish();
const checked = { chessops: 0, chessopsFull: 0, chessjs: 0 };
const disagreements = [];

const counts = async (fen, depth) => {
  const list = [];
  for (let d = 1; d <= (depth ?? 8); d++) {
    const n = await stockfish.perft(fen, d);
    if (!depth && n > kMost && d > 1) break;
    list.push(n);
    if (!depth && (n >= kEnough || (n === 0 && d === 3))) break;
  }
  return list;
};
const crossCheck = (fen, list, standard) => {
  const deepest = most => list.findLastIndex(n => n <= most) + 1;
  const compare = (who, depth, count) => {
    if (count !== list[depth - 1]) disagreements.push(`${who} depth ${depth}: ${count}, stockfish ${list[depth - 1]}: ${fen}`);
  };
  const a = deepest(kChessopsMost);
  compare('chessops', a, chessopsPerft(position(fen), a));
  checked.chessops++;
  if (a === list.length) checked.chessopsFull++;
  if (!standard) return;
  const b = deepest(kChessJsMost);
  if (b) { compare('chess.js', b, new ChessJs(fen).perft(b)); checked.chessjs++; }
};
const line = async (fen, standard, depth) => {
  if (!sound(position(fen))) throw new Error(`not a sound position: ${fen}`);
  const list = await counts(fen, depth);
  crossCheck(fen, list, standard);
  return [fen, ...list.map((n, i) => `;D${i + 1} ${n}`)].join(' ');
};

// Groups of an inputs file: [[name, [fen…]], …].
const groups = name => {
  const out = [];
  for (const l of readFileSync(inputs(name), 'utf8').split('\n')) {
    if (l.startsWith('## ')) out.push([l.slice(3), []]);
    else if (l && !l.startsWith('#')) out.at(-1)[1].push(l);
  }
  return out;
};

const run = async (file, standard, what, wiki, inputGroups) => {
  Object.keys(checked).forEach(k => { checked[k] = 0; });
  disagreements.length = 0;
  stockfish.chess960(!standard);
  const lines = [], seen = new Set();
  const add = async (fen, depth) => {
    if (seen.has(fen)) return;
    seen.add(fen);
    lines.push(await line(fen, standard, depth));
  };
  if (wiki.length) lines.push('# group: the six positions of the chess programming wiki (the fourth twice, mirrored)');
  for (const [fen, depth] of wiki) await add(fen, depth);
  for (const [name, fens] of inputGroups) {
    lines.push(`# group: ${name}`);
    for (const fen of fens) await add(fen);
  }
  writeData(file, [
    ...what,
    'Format: FEN ;D1 count ;D2 count … ; lines that start with # are comments, also between the positions.',
    `Counts: Stockfish ${versions.stockfish} (Debian), go perft, UCI_Chess960 ${!standard}. Made by tools/reference/perft.mjs.`,
    `Compared with chessops ${versions.chessops}: ${checked.chessops} of ${seen.size} positions, ${checked.chessopsFull} of them to their full depth` +
      (standard ? `; with chess.js ${versions.chessjs}: ${checked.chessjs} positions, to the last count up to ${kChessJsMost}.` : '.'),
    disagreements.length ? `Disagreements: ${disagreements.length}` : 'Disagreements: none.',
    ...disagreements,
  ], lines);
  disagreements.forEach(d => console.log(d));
};

const which = process.argv[2];
if (which !== 'chess960') {
  const handmade = groups('handmade_standard.txt').map(([name, fens]) => [name, fens.flatMap(f => [f, mirror(f)])]);
  await run('perft_standard.epd', true, ['Perft counts of standard-chess positions.'], kWiki,
    [...handmade, ...groups('searched_standard.txt'), ...groups('real_perft.txt')]);
}
if (which !== 'standard') {
  await run('perft_chess960.epd', false,
    ['Perft counts of Chess960 positions. Castling fields are X-FEN (KQkq for the outermost rook, a file letter',
      'for an inner one) in about half of the lines and Shredder-FEN (file letters always) in the others.'],
    [], groups('searched_960.txt'));
}
stockfish.quit();
