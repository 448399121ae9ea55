// The moves of a line the engine cites: pointing at one shows its position on the board, a click adds the line.
import { useState } from 'react';
import { client } from '../client';
import { numbered } from '../parts/numbered';
import { usePreview } from '../parts/usePreview';
import type { LineMove, NodeId } from '../protocol';
import { useStore } from '../store/store';
import { nodeOf } from '../store/tree';

interface Props {
  node: NodeId; // where the line begins
  moves: readonly LineMove[];
  limit?: number;
}

export function LineMoves({ node, moves, limit = 16 }: Props) {
  const game = useStore((state) => state.game);
  const from = game && nodeOf(game, node);
  const [pointed, setPointed] = useState<number | null>(null);
  // Lines change while one points at them: what is shown is always what is written there.
  usePreview(pointed === null ? null : moves[pointed]);
  if (!from) return <span className="line-moves">{moves.map((move) => move.san).join(' ')}</span>;
  const hide = () => setPointed(null);
  const add = async (count: number) => {
    // In a running game a line is only looked at. A finger cannot point, so its tap must leave it in sight.
    if (!game.may.vary) return setPointed(count - 1);
    hide();
    client.show(node);
    const line = moves.slice(0, count).map((each) => each.uci);
    if (await client.say({ type: 'add_line', node, moves: line })) client.follow(node, line);
  };
  return (
    <span className="line-moves" onMouseLeave={hide}>
      {numbered(game.start, from.ply, moves.slice(0, limit)).map(({ move: each, number }, index) => (
        <span key={index}>
          {number && <span className="number">{number}</span>}
          <button
            type="button"
            onMouseEnter={() => setPointed(index)}
            onFocus={() => setPointed(index)}
            onBlur={hide}
            onClick={() => void add(index + 1)}
          >
            {each.san}
          </button>
        </span>
      ))}
    </span>
  );
}
