// A graph of the evaluation over the game; a click goes to the move.
import { client } from '../client';
import { useStore } from '../store/store';
import { graphPoints, nearestPoint } from '../store/graph';

export function EvaluationGraph() {
  const game = useStore((state) => state.game);
  const cursor = useStore((state) => state.cursor);
  if (!game) return null;
  const points = graphPoints(game);
  if (points.length < 2) return null;
  const at = (x: number, y: number) => `${(x * 400).toFixed(1)},${(y * 100).toFixed(1)}`;
  const curve = points.map((point) => at(point.x, point.y)).join(' ');
  const [first, last] = [points[0]!, points.at(-1)!];
  const here = points.find((point) => point.node === cursor);
  const go = (event: React.MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const point = nearestPoint(points, (event.clientX - box.left) / box.width);
    if (point) client.show(point.node);
  };
  return (
    <svg
      className="graph"
      viewBox="0 0 400 100"
      preserveAspectRatio="none"
      role="img"
      aria-label="Evaluation during the game; White is better at the top"
      onClick={go}
    >
      <polygon className="area" points={`${at(first.x, 1)} ${curve} ${at(last.x, 1)}`} />
      <line className="middle" x1="0" y1="50" x2="400" y2="50" />
      <polyline className="curve" points={curve} />
      {here && <line className="here" x1={here.x * 400} y1="0" x2={here.x * 400} y2="100" />}
      {points.map(
        (point) =>
          point.judgement &&
          point.judgement !== 'good' && (
            <ellipse
              key={point.node}
              className={`dot ${point.judgement}`}
              cx={point.x * 400}
              cy={point.y * 100}
              rx="3"
              ry="3"
            />
          ),
      )}
    </svg>
  );
}
