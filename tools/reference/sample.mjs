// Samples positions of real play into inputs/, once; the other scripts read only
// inputs/. Usage: node sample.mjs GAMES.pgn OPENINGS.epd
import { readFileSync, writeFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import { generator, inputs } from './lib.mjs';

const [gamesPath, openingsPath] = process.argv.slice(2);
const random = generator(2024);

// The positions of a game, one FEN after each half-move, replayed by chess.js.
const replay = pgn => {
  const game = new Chess();
  game.loadPgn(pgn);
  return game.history({ verbose: true }).map(m => m.after);
};
const games = readFileSync(gamesPath, 'utf8').split(/\n(?=\[Event )/).map(replay);
const openings = random.shuffle(readFileSync(openingsPath, 'utf8').trim().split('\n')).map(l => `${l} 0 9`);

// `count` positions from plies [from, to) of different games, as they come.
const sample = (count, from, to) => {
  const found = new Set();
  for (let tries = 0; found.size < count && tries < 100000; tries++) {
    const fen = random.pick(random.pick(games).slice(from, to));
    if (fen) found.add(fen);
  }
  return [...found];
};
const write = (name, what, groups) => {
  const head = [`# ${what}`, '# Made by sample.mjs: games of the Lichess database (CC0) replayed by chess.js,',
    '# openings of the 8moves_v3 book (CC0).'];
  const body = Object.entries(groups).flatMap(([group, fens]) => [`## ${group}`, ...fens]);
  writeFileSync(inputs(name), [...head, ...body, ''].join('\n'));
};
write('real_perft.txt', 'Positions of real play for perft.', {
  'real play: openings after eight moves': openings.slice(0, 30),
  'real play: middlegames': sample(40, 24, 60),
  'real play: endgames': sample(30, 70, 400),
});
write('real_san.txt', 'Positions of real play for move notation.', {
  'openings': openings.slice(30, 130),
  'openings and middlegames': sample(500, 4, 60),
  'endgames': sample(400, 60, 400),
});
