// What every reference script needs: Stockfish as a child process, a seeded
// generator, and short names for what chessops can do.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Chess } from 'chessops/chess';
import { parseFen, makeFen } from 'chessops/fen';
import { makeSquare, makeUci } from 'chessops/util';

export const here = name => fileURLToPath(new URL(name, import.meta.url));
export const data = name => here(`../../tests/data/${name}`);
export const inputs = name => here(`inputs/${name}`);

export const versions = (() => {
  const pins = JSON.parse(readFileSync(here('package.json'))).dependencies;
  return { chessops: pins.chessops, chessjs: pins['chess.js'], stockfish: '15.1' };
})();

// Writes '# ' comments, then the lines.
export const writeData = (name, comments, lines) => {
  writeFileSync(data(name), [...comments.map(c => `# ${c}`.trimEnd()), ...lines, ''].join('\n'));
  console.log(`${name}: ${lines.filter(l => !l.startsWith('#')).length} lines`);
};

// Non-empty lines of an input file, without comments.
export const readLines = path =>
  readFileSync(path, 'utf8').split('\n').map(l => l.trim()).filter(l => l && !l.startsWith('#'));

// mulberry32: small, seeded, the same everywhere.
export const generator = seed => {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = n => Math.floor(next() * n);
  const pick = list => list[below(list.length)];
  const shuffle = list => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  };
  return { next, below, pick, shuffle };
};

export class Stockfish {
  constructor(path = process.env.STOCKFISH ?? 'stockfish') {
    this.lines = [];
    this.waiting = undefined;
    this.process = spawn(path, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.dead = false;
    this.process.on('error', e => { throw e; });
    this.process.on('close', () => { this.dead = true; this.waiting?.(); });
    this.process.stdin.on('error', () => {});
    let rest = '';
    this.process.stdout.on('data', chunk => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop();
      this.lines.push(...parts);
      this.waiting?.();
    });
  }
  send(line) { this.process.stdin.write(line + '\n'); }
  quit() { this.send('quit'); }

  // All lines up to the first that matches; throws when the program has died.
  async until(pattern) {
    const out = [];
    for (;;) {
      while (this.lines.length) {
        const line = this.lines.shift();
        out.push(line);
        if (pattern.test(line)) return out;
      }
      if (this.dead) throw new Error('stockfish died');
      await new Promise(resolve => { this.waiting = resolve; });
    }
  }
  chess960(on) { this.send(`setoption name UCI_Chess960 value ${on}`); }

  async perft(fen, depth) {
    this.send(`position fen ${fen}`);
    this.send(`go perft ${depth}`);
    const out = await this.until(/^Nodes searched:/);
    return Number(out.at(-1).split(':')[1]);
  }
  // Root moves in Stockfish's own UCI spelling.
  async moves(fen) {
    this.send(`position fen ${fen}`);
    this.send('go perft 1');
    const out = await this.until(/^Nodes searched:/);
    return out.filter(l => /^[a-h][1-8][a-h][1-8][nbrq]?: /.test(l)).map(l => l.split(':')[0]).sort();
  }
  // What the command d says: { fen, checkers }.
  async show(fen, moves = []) {
    this.send(`position fen ${fen}${moves.length ? ' moves ' + moves.join(' ') : ''}`);
    this.send('d');
    const out = await this.until(/^Checkers:/);
    return {
      fen: out.find(l => l.startsWith('Fen: ')).slice(5).trim(),
      checkers: out.at(-1).slice('Checkers:'.length).trim(),
    };
  }
}

// A chessops position, or undefined when chessops refuses.
export const position = fen => parseFen(fen).unwrap(
  setup => Chess.fromSetup(setup).unwrap(pos => pos, () => undefined), () => undefined);
export const fenOf = pos => makeFen(pos.toSetup());

// All legal moves. Castling is king takes rook, as chessops has it.
export const legalMoves = pos => {
  const ctx = pos.ctx();
  const moves = [];
  for (const [from, dests] of pos.allDests(ctx)) {
    for (const to of dests) {
      const promotes = pos.board.pawn.has(from) && (to < 8 || to >= 56);
      for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) {
        moves.push({ from, to, promotion });
      }
    }
  }
  return moves;
};
export const isCastling = (pos, move) => pos.board.king.has(move.from) && pos.board[pos.turn].has(move.to);

// UCI spelling: castling as e1h1 in Chess960, as e1g1 in standard chess.
export const uci = (pos, move, chess960) => {
  if (!chess960 && isCastling(pos, move)) {
    const file = move.to > move.from ? 6 : 2;
    return makeSquare(move.from) + makeSquare((move.from & 56) | file);
  }
  return makeUci(move);
};
export const hasLegalEp = pos => pos.toSetup().epSquare !== undefined;

// The same position with the colours exchanged and the board turned upside down.
export const mirror = fen => {
  const [board, turn, castling, ep, ...clocks] = fen.split(' ');
  const swap = s => s.replace(/[a-z]/gi, c => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
  const upper = [...swap(castling)].filter(c => c === c.toUpperCase()).join('');
  const lower = [...swap(castling)].filter(c => c !== c.toUpperCase()).join('');
  return [
    swap(board).split('/').reverse().join('/'),
    turn === 'w' ? 'b' : 'w',
    castling === '-' ? '-' : upper + lower,
    ep === '-' ? '-' : ep[0] + (9 - Number(ep[1])),
    ...clocks,
  ].join(' ');
};

// Shredder-FEN: castling rights by the files of the rooks.
export const shredder = pos => {
  const parts = fenOf(pos).split(' ');
  const letters = rank => [...pos.castles.castlingRights].filter(s => s >> 3 === rank).map(s => 'abcdefgh'[s & 7]).reverse().join('');
  parts[2] = letters(0).toUpperCase() + letters(7) || '-';
  return parts.join(' ');
};

// Random legal play. Returns the position reached, or undefined at an early end.
export const playRandomly = (start, plies, random) => {
  const pos = start.clone();
  for (let i = 0; i < plies; i++) {
    const moves = legalMoves(pos);
    if (!moves.length) return undefined;
    pos.play(random.pick(moves));
  }
  return pos;
};

// What SPEC.md asks of a position beyond chessops: at most 8 pawns and 16 pieces a
// side, and an en-passant square that the last move can have made.
export const sound = pos => {
  if (!pos) return false;
  for (const color of ['white', 'black']) {
    if (pos.board[color].size() > 16 || pos.board.pieces(color, 'pawn').size() > 8) return false;
  }
  return true;
};

// Start array of a Chess960 number, by Scharnagl's published derivation.
export const startArray = number => {
  const squares = Array(8).fill('');
  let n = number;
  const digit = base => { const d = n % base; n = Math.floor(n / base); return d; };
  squares[digit(4) * 2 + 1] = 'B';
  squares[digit(4) * 2] = 'B';
  const nth = k => squares.map((p, i) => [p, i]).filter(([p]) => !p)[k][1];
  squares[nth(digit(6))] = 'Q';
  const knights = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]][n];
  const [a, b] = knights.map(nth);
  squares[a] = squares[b] = 'N';
  for (const piece of 'RKR') squares[nth(0)] = piece;
  return squares.join('');
};
export const startFen960 = (white, black = white) =>
  `${startArray(black).toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${startArray(white)} w KQkq - 0 1`;

// Can the double push that the en-passant square tells of have been the last move?
// Before it, the side now to move must not have been in check.
export const epReachable = pos => {
  if (pos.epSquare === undefined) return true;
  const before = pos.clone();
  const pawn = before.board.take(pos.epSquare ^ 8);
  before.board.set(pos.epSquare ^ 24, pawn);
  return !before.isCheck();
};
