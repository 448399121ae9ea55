// Arrows over the board: the user's own, and those of the engine.
import { memo } from 'react';
import { centreOf } from '../geometry/targets';
import type { Square } from '../geometry/squares';

export interface Arrow {
  from: Square;
  to: Square;
  color: string; // a class of the style sheet
  weight?: number; // 0.3 to 1
}

export const Arrows = memo(function Arrows({
  arrows,
  flipped,
}: {
  arrows: readonly Arrow[];
  flipped: boolean;
}) {
  return (
    <svg className="arrows" viewBox="0 0 8 8" aria-hidden="true">
      {arrows.map((arrow) => (
        <ArrowShape key={`${arrow.from}-${arrow.to}-${arrow.color}`} arrow={arrow} flipped={flipped} />
      ))}
    </svg>
  );
});

function ArrowShape({ arrow, flipped }: { arrow: Arrow; flipped: boolean }) {
  const from = centreOf(arrow.from, flipped);
  const to = centreOf(arrow.to, flipped);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const weight = arrow.weight ?? 1;
  const half = 0.075 * weight + 0.02;
  const head = 0.26 * weight + 0.12;
  // Drawn as one outline, so that shaft and head do not show through each other.
  const at = (along: number, across: number) =>
    `${(from.x + ux * along - uy * across).toFixed(3)},${(from.y + uy * along + ux * across).toFixed(3)}`;
  const tip = length - 0.08;
  const neck = Math.max(0.2, tip - head * 1.25);
  const points = [
    at(0.22, half),
    at(neck, half),
    at(neck, head * 0.62),
    at(tip, 0),
    at(neck, -head * 0.62),
    at(neck, -half),
    at(0.22, -half),
  ];
  return <polygon className={`arrow ${arrow.color}`} points={points.join(' ')} />;
}
