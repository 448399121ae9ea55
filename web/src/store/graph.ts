// The evaluation over the game as points of a drawing.
import { shareOfWhite } from '../format';
import type { GameNode, GameState, NodeId } from '../protocol';
import { mainLine } from './tree';

export interface GraphPoint {
  node: NodeId;
  x: number; // 0 to 1
  y: number; // 0 at the top, where White is winning
  judgement: GameNode['judgement'];
}

export function graphPoints(game: GameState): GraphPoint[] {
  const line = mainLine(game);
  const last = Math.max(1, line.length - 1);
  return line.flatMap((node, index) =>
    node.evaluation
      ? [
          {
            node: node.id,
            x: index / last,
            y: 1 - shareOfWhite(node.evaluation.score),
            judgement: node.judgement,
          },
        ]
      : [],
  );
}

// The point nearest to a place across the drawing.
export function nearestPoint(points: readonly GraphPoint[], x: number): GraphPoint | null {
  return points.reduce<GraphPoint | null>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    null,
  );
}
