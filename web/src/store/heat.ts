// What a tree search looks at, as warmth of squares; and its moves as arrows.
import type { MoveStatistics, Tree } from '../protocol';
import { type Square, squareOf } from '../geometry/squares';
import type { HeatKind } from './state';

// The sum over the moves that end on a square, the warmest square being 1.
export function heatOf(tree: Tree | null, kind: HeatKind): ReadonlyMap<Square, number> | null {
  if (!tree || kind === 'off') return null;
  const heat = new Map<Square, number>();
  for (const move of tree.moves) {
    const square = squareOf(move.uci.slice(2, 4));
    heat.set(square, (heat.get(square) ?? 0) + (kind === 'prior' ? move.prior : move.visits));
  }
  const warmest = Math.max(...heat.values(), 1e-9);
  for (const [square, value] of heat) heat.set(square, value / warmest);
  return heat;
}

// How much worse than the best move, 0 to 1: what a colour shows. Absolute values would all look alike.
export function shortfall(moves: readonly MoveStatistics[], move: MoveStatistics): number {
  const best = Math.max(...moves.filter((each) => each.visits > 0).map((each) => each.value), -1);
  return move.visits === 0 ? 1 : Math.min(1, Math.max(0, (best - move.value) / 0.5));
}
