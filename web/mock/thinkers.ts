// Two small engines, good enough to see the page live: one looks two moves ahead, one grows a tree.
import type { NormalMove } from 'chessops';
import type { Chess } from 'chessops/chess';
import { allMoves, chessOf } from './rules';

const worth = { pawn: 100, knight: 320, bishop: 335, rook: 500, queen: 900, king: 0 } as const;

// For the side to move: material, the centre, and pawns that are getting on.
export function judged(chess: Chess): number {
  let sum = 0;
  for (const [square, piece] of chess.board) {
    const file = square & 7;
    const rank = square >> 3;
    const centre = 3.5 - Math.max(Math.abs(file - 3.5), Math.abs(rank - 3.5));
    const advanced = piece.color === 'white' ? rank : 7 - rank;
    const place =
      piece.role === 'pawn' ? advanced * 6 + centre * 6 : piece.role === 'king' ? -centre * 12 : centre * 11;
    sum += (worth[piece.role] + place) * (piece.color === chess.turn ? 1 : -1);
  }
  return Math.round(sum);
}

export const mateScore = 30000;

export interface Counted {
  nodes: number;
}

function after(chess: Chess, move: NormalMove): Chess {
  const next = chess.clone();
  next.play(move);
  return next;
}

function ordered(chess: Chess): NormalMove[] {
  const gain = (move: NormalMove) => {
    const taken = chess.board.get(move.to);
    return (taken ? worth[taken.role] : 0) + (move.promotion ? worth[move.promotion] : 0);
  };
  return allMoves(chess).sort((a, b) => gain(b) - gain(a));
}

function search(
  chess: Chess,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  count: Counted,
): [number, NormalMove[]] {
  count.nodes++;
  if (chess.isInsufficientMaterial()) return [0, []];
  const moves = ordered(chess);
  if (moves.length === 0) return [chess.isCheck() ? -mateScore + ply : 0, []];
  if (depth === 0) return [judged(chess), []];
  let line: NormalMove[] = [];
  for (const move of moves) {
    const [value, rest] = search(after(chess, move), depth - 1, -beta, -alpha, ply + 1, count);
    if (-value > alpha) {
      alpha = -value;
      line = [move, ...rest];
      if (alpha >= beta) break;
    }
  }
  return [alpha, line];
}

export interface Candidate {
  value: number; // for the side to move; beyond ±29000 a mate
  line: NormalMove[];
}

// The best lines at this depth, best first.
export function bestLines(fen: string, depth: number, lines: number, count: Counted): Candidate[] {
  const chess = chessOf(fen);
  const found: Candidate[] = [];
  for (const move of ordered(chess)) {
    const bar = found.length >= lines ? found[lines - 1]!.value : -Infinity;
    const [value, rest] = search(after(chess, move), depth - 1, -Infinity, -bar, 1, count);
    if (-value <= bar) continue;
    found.push({ value: -value, line: [move, ...rest] });
    found.sort((a, b) => b.value - a.value);
    found.length = Math.min(found.length, lines);
  }
  return found;
}

// --- a tree -----------------------------------------------------------------------------------------

export interface Leaf {
  move: NormalMove | null;
  prior: number;
  visits: number;
  sum: number; // for the player who moved here
  children: Leaf[] | null;
}

export class GrowingTree {
  readonly root: Leaf = { move: null, prior: 1, visits: 0, sum: 0, children: null };
  size = 1;

  constructor(readonly fen: string) {
    this.expand(this.root, chessOf(fen));
  }

  grow(times: number): void {
    for (let i = 0; i < times; i++) this.visit();
  }

  follow(moves: NormalMove[]): Leaf | null {
    let leaf: Leaf | null = this.root;
    for (const move of moves) {
      leaf = leaf?.children?.find((each) => same(each.move!, move)) ?? null;
    }
    return leaf;
  }

  private visit(): void {
    const path = [this.root];
    const chess = chessOf(this.fen);
    let leaf = this.root;
    while (leaf.children?.length) {
      leaf = best(leaf);
      chess.play(leaf.move!);
      path.push(leaf);
    }
    const value = leaf.children ? (chess.isCheck() ? 1 : 0) : -this.expand(leaf, chess);
    path.reverse().forEach((each, index) => {
      each.visits++;
      each.sum += index % 2 === 0 ? value : -value;
    });
  }

  // Answers the value for the side to move.
  private expand(leaf: Leaf, chess: Chess): number {
    const moves = allMoves(chess);
    if (moves.length === 0) {
      leaf.children = [];
      return chess.isCheck() ? -1 : 0;
    }
    const hopes = moves.map((move) => Math.exp(-judged(after(chess, move)) / 90));
    const all = hopes.reduce((a, b) => a + b);
    leaf.children = moves.map((move, i) => ({
      move,
      prior: hopes[i]! / all,
      visits: 0,
      sum: 0,
      children: null,
    }));
    this.size += moves.length;
    return Math.tanh(judged(chess) / 450);
  }
}

export const same = (a: NormalMove, b: NormalMove): boolean =>
  a.from === b.from && a.to === b.to && a.promotion === b.promotion;

function best(parent: Leaf): Leaf {
  let chosen = parent.children![0]!;
  let highest = -Infinity;
  for (const child of parent.children!) {
    const value = child.visits
      ? child.sum / child.visits
      : parent.visits
        ? -parent.sum / parent.visits - 0.2
        : 0;
    const worthwhile = value + (1.6 * child.prior * Math.sqrt(parent.visits + 1)) / (1 + child.visits);
    if (worthwhile > highest) {
      highest = worthwhile;
      chosen = child;
    }
  }
  return chosen;
}
