// Writes tests/data/outcomes.txt: is it mate, stalemate, a material draw, and
// which side can still mate at all, by chessops, chess.js and kokopu.
import { Chess as ChessJs } from 'chess.js';
import { Chess, isImpossibleCheck } from 'chessops/chess';
import { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import kokopu from 'kokopu';
import { readFileSync } from 'node:fs';
import { fenOf, generator, here, inputs, legalMoves, mirror, position, readLines, sound, versions, writeData } from './lib.mjs';

const random = generator(4711);
const kRoles = { N: 'knight', L: 'bishop', D: 'bishop', R: 'rook', Q: 'queen', P: 'pawn' };
const light = s => ((s >> 3) + s) % 2 === 1;

// A random legal placement of two kings and the given pieces; L and D are bishops
// on light and dark squares.
const place = (white, black) => {
  for (;;) {
    const board = Board.empty();
    const put = (color, letter) => {
      for (;;) {
        const s = random.below(64);
        if (board.occupied.has(s)) continue;
        if (letter === 'L' && !light(s)) continue;
        if (letter === 'D' && light(s)) continue;
        if (letter === 'P' && (s < 8 || s >= 56)) continue;
        board.set(s, { color, role: letter === 'K' ? 'king' : kRoles[letter] });
        return;
      }
    };
    for (const l of 'K' + white) put('white', l);
    for (const l of 'K' + black) put('black', l);
    const setup = { board, turn: random.pick(['white', 'black']), castlingRights: SquareSet.empty(), halfmoves: 0, fullmoves: 1 };
    const pos = Chess.fromSetup(setup).unwrap(p => p, () => undefined);
    if (sound(pos) && !isImpossibleCheck(pos)) return fenOf(pos);
  }
};
const kSides = ['', 'N', 'L', 'D', 'NN', 'LL', 'DD', 'LD', 'LN', 'R', 'Q', 'P', 'LLL', 'LP', 'NP', 'RL', 'QN', 'QQ'];
const material = kSides.flatMap(w => kSides.map(b => place(w, b)));
for (const [w, b] of [['LLLL', 'LLL'], ['DDD', 'DD'], ['LLL', 'D'], ['LL', 'LLD'], ['NNN', ''], ['N', 'QQQ'], ['L', 'RR'], ['L', 'QR'], ['D', 'RN'], ['N', 'RR'], ['N', 'QP'], ['L', 'QP']]) {
  material.push(place(w, b), place(b, w));
}

// Mates, stalemates and checks among random positions.
const found = { mate: new Set(), stalemate: new Set(), check: new Set() };
while (found.mate.size < 60 || found.stalemate.size < 40 || found.check.size < 40) {
  const few = random.below(2);
  const some = n => Array.from({ length: random.below(n) }, () => random.pick([...'NLDRQPP'])).join('');
  const fen = few ? place(some(5), some(3)) : place(some(9), some(9));
  const pos = position(fen);
  const kind = legalMoves(pos).length ? (pos.isCheck() ? 'check' : undefined) : pos.isCheck() ? 'mate' : 'stalemate';
  if (kind && found[kind].size < { mate: 60, stalemate: 40, check: 40 }[kind]) found[kind].add(fen);
}
const handmade = [
  '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1', // pawn stalemate
  'kbK5/pp6/1P6/8/8/8/8/8 b - - 0 1', // bishop shut in
  '7k/8/6KN/8/8/8/8/8 b - - 0 1', // knight alone
  'k1K5/8/1B6/8/8/8/8/8 b - - 0 1', // stalemate and insufficient at once
  '8/8/8/8/8/k1K5/8/B7 w - - 0 1',
  '8/8/8/8/1b6/8/B1k5/K7 b - - 0 1', // K+B v K+B, opposite colours: a mate in one
  '8/8/8/8/1n6/8/B7/K1k5 b - - 2 1', // K+B v K+N: a mate in one
  '8/6k1/8/1p1p1p1p/1P1P1P1P/8/6K1/8 w - - 0 1', // locked pawns: dead, but not by material
  '8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/2B5 w - - 0 1',
  '7k/5Q2/6K1/8/8/8/8/8 b - - 99 80',
  '7k/6Q1/6K1/8/8/8/8/8 b - - 100 80', // mate on the hundredth half-move
  '7k/5Q2/6K1/8/8/8/8/8 b - - 100 80', // stalemate on the hundredth half-move
  '8/8/8/8/8/6n1/5k2/6NK w - - 0 1',
].flatMap(f => [f, mirror(f)]);
const over = readLines(inputs('searched_standard.txt')).filter(f => !legalMoves(position(f)).length);

const yes = b => (b ? 'yes' : 'no');
const lines = [], differences = [], seen = new Set();
for (const fen of [...handmade, ...over, ...found.mate, ...found.stalemate, ...found.check, ...material]) {
  if (seen.has(fen)) continue;
  seen.add(fen);
  const pos = position(fen), js = new ChessJs(fen), ko = new kokopu.Position(fen);
  const state = (mate, stale) => (mate ? 'checkmate' : stale ? 'stalemate' : 'playing');
  const verdicts = {
    chessops: [yes(pos.isCheck()), state(pos.isCheckmate(), pos.isStalemate()), yes(pos.isInsufficientMaterial())],
    'chess.js': [yes(js.isCheck()), state(js.isCheckmate(), js.isStalemate()), yes(js.isInsufficientMaterial())],
    kokopu: [yes(ko.isCheck()), state(ko.isCheckmate(), ko.isStalemate()), yes(ko.isDead())],
  };
  const own = verdicts.chessops;
  for (const [who, v] of Object.entries(verdicts)) {
    if (v.join() !== own.join()) differences.push(`${who} says ${v.join(', ')}: ${fen}`);
  }
  lines.push([fen, ...own, yes(!pos.hasInsufficientMaterial('white')), yes(!pos.hasInsufficientMaterial('black'))].join('\t'));
}
const pins = JSON.parse(readFileSync(here('package.json'))).dependencies;
writeData('outcomes.txt', [
  'How positions stand: check, mate, stalemate, material draws, and who can still mate at all.',
  'Format, with tabs: FEN, in check (yes|no), state (checkmate|stalemate|playing: is there a legal move), insufficient material (yes|no,',
  'whatever the state: a stalemate can be both), white can still mate (yes|no), black can still mate (yes|no).',
  'Insufficient: K v K, K+N v K, K+B v K, bishops only that all stand on one square colour; the clocks are ignored here.',
  '"Can still mate" is by material alone: not (king alone; K+N against king and queens only; bishops of one square colour with no',
  'pawn, knight or bishop of the other colour on the board). Locked pawns do not count as a dead position.',
  `Verdicts: chessops ${versions.chessops} (the last two columns are !hasInsufficientMaterial(colour)); the first three columns compared with`,
  `chess.js ${versions.chessjs} and kokopu ${pins.kokopu} for all ${lines.length} positions. Made by tools/reference/outcomes.mjs.`,
  differences.length ? `Disagreements: ${differences.length}` : 'Disagreements: none.',
  ...differences,
], lines);
differences.forEach(d => console.log(d));
const count = (i, v) => lines.filter(l => l.split('\t')[i] === v).length;
console.log({ mate: count(2, 'checkmate'), stalemate: count(2, 'stalemate'), insufficient: count(3, 'yes'), cannotWhite: count(4, 'no'), cannotBlack: count(5, 'no') });
