// The moves of a line the engine cites: pointing at one shows its position on the board, a click adds the line.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { numbered } from '../parts/numbered';
import type { LineMove, NodeId } from '../protocol';
import { store, useStore } from '../store/store';
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
  const move = pointed === null ? undefined : moves[pointed];
  const [board, uci] = [move?.board, move?.uci];
  // Lines change while one points at them: what is shown is always what is written there.
  useEffect(() => {
    if (board === undefined || uci === undefined) return;
    store.dispatch({ type: 'preview', preview: { board, move: uci } });
    return () => store.dispatch({ type: 'preview', preview: null });
  }, [board, uci]);
  if (!from) return <span className="line-moves">{moves.map((move) => move.san).join(' ')}</span>;
  const hide = () => setPointed(null);
  const add = async (count: number) => {
    hide();
    if (!game.may.vary) return client.show(node);
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
