// Writes tests/data/stockfish_positions.txt: random games by chessops, every
// position as Stockfish's command d shows it. Usage: STOCKFISH=/path node random_games.mjs
import { pawnAttacks } from 'chessops/attacks';
import { parseUci } from 'chessops/util';
import { fenOf, generator, hasLegalEp, inputs, isCastling, legalMoves, position, readLines, startFen960, Stockfish, uci, versions, writeData } from './lib.mjs';

const random = generator(150100);
const stockfish = new Stockfish();
const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const kMaxPlies = 120;

const starts = [];
for (let i = 0; i < 40; i++) starts.push(['standard', kStart]);
for (const fen of readLines(inputs('real_perft.txt')).slice(0, 20)) starts.push(['standard', fen]);
for (let i = 0; i < 20; i++) starts.push(['chess960', startFen960(random.below(960))]);
for (let i = 0; i < 10; i++) starts.push(['chess960', startFen960(random.below(960), random.below(960))]);

// Double pushes after which the capture is pseudo-legal only, or legal for one of two pawns,
// which random play hardly ever meets: [start, first move].
const pushes = [
  ['8/3p4/8/K3P2r/8/8/8/7k b - - 0 1', 'd7d5'],
  ['4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'd7d5'],
  ['7k/2bp4/8/4P3/8/6K1/8/8 b - - 0 1', 'd7d5'],
  ['4b2k/3p4/8/4P3/K7/8/8/8 b - - 0 1', 'd7d5'],
  ['4r2k/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1', 'd7d5'],
  ['7K/8/8/8/k3p2R/8/3P4/8 w - - 0 1', 'd2d4'],
  ['4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1', 'd2d4'],
  ['7k/3p4/8/4P3/2K5/8/8/8 b - - 0 1', 'd7d5'],
];
for (const [fen, first] of pushes) starts.push(['standard', fen, first]);

// Any legal move, but a castling, en-passant or promotion half of the time when there is one.
const choose = pos => {
  const moves = legalMoves(pos);
  const special = moves.filter(m => m.promotion || isCastling(pos, m) || (pos.board.pawn.has(m.from) && m.to === pos.epSquare));
  return special.length && random.below(2) ? random.pick(special) : random.pick(moves);
};

// Which rule Stockfish follows when it writes an en-passant square.
const ep = { pushes: 0, written: 0, pseudo: 0, legal: 0 };
const noteEp = (pos, fen) => {
  if (pos.epSquare === undefined) return;
  const takers = pawnAttacks(pos.turn === 'white' ? 'black' : 'white', pos.epSquare).intersect(pos.board.pieces(pos.turn, 'pawn'));
  const written = fen.split(' ')[3] !== '-';
  ep.pushes++;
  if (written) ep.written++;
  if (written === takers.nonEmpty()) ep.pseudo++;
  if (written === hasLegalEp(pos)) ep.legal++;
};

const lines = [], differences = [];
const special = { castling: 0, ep: 0, promotion: 0 };
let plies = 0;
for (const [variant, start, first] of starts) {
  const chess960 = variant === 'chess960';
  stockfish.chess960(chess960);
  lines.push(`game\t${variant}\t${start}`);
  const pos = position(start), moves = [];
  const limit = first ? 20 : kMaxPlies;
  while (moves.length < limit && legalMoves(pos).length) {
    const move = first && !moves.length ? parseUci(first) : choose(pos);
    if (move.promotion) special.promotion++;
    if (isCastling(pos, move)) special.castling++;
    if (pos.board.pawn.has(move.from) && move.to === pos.epSquare) special.ep++;
    moves.push(uci(pos, move, chess960));
    pos.play(move);
    const { fen, checkers } = await stockfish.show(start, moves);
    lines.push(`${moves.at(-1)}\t${fen}\t${checkers || '-'}`);
    plies++;
    noteEp(pos, fen);
    // Board, side and clocks have to agree, the castling field as well where both use KQkq.
    const pickFields = (f, all) => f.split(' ').filter((_, i) => (all ? i !== 3 : i !== 2 && i !== 3)).join(' ');
    if (pickFields(fen, !chess960) !== pickFields(fenOf(pos), !chess960)) differences.push(`${fen} / ${fenOf(pos)}`);
  }
}
stockfish.quit();
writeData('stockfish_positions.txt', [
  'Random games, every position as Stockfish shows it.',
  'Format: a line "game<TAB>standard|chess960<TAB>start FEN", then a line for every half-move:',
  '"UCI move<TAB>FEN after it<TAB>checkers", checkers as squares from a1 to h8 with blanks between, or "-".',
  'Castling moves are king takes rook in chess960 games, e1g1 in standard ones.',
  `FENs and checkers: command d of Stockfish ${versions.stockfish} (Debian), UCI_Chess960 true in chess960 games: its FENs then`,
  `have Shredder-FEN castling letters. Moves: chessops ${versions.chessops}, seeded. Made by tools/reference/random_games.mjs.`,
  `En passant: Stockfish writes the square when a pawn of the side to move attacks it (a pseudo-legal capture),`,
  'whether or not that capture is legal; it also keeps such a square of a FEN that it is given.',
  `Of ${ep.pushes} double pushes ${ep.written} have a square; that rule explains ${ep.pseudo},`,
  `"a capture is legal" would explain ${ep.legal}.`,
  `${starts.length} games, ${plies} half-moves: ${special.castling} castlings, ${special.ep} en-passant captures, ${special.promotion} promotions.`,
  differences.length ? `Differences to chessops: ${differences.length}` : 'Placement, side to move, KQkq and clocks are the same as in the FENs of chessops.',
], lines);
differences.slice(0, 10).forEach(d => console.log(d));
