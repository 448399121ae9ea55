// The moves of a line the engine cites: pointing at one shows its position on the board, a click adds the line.
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
  if (!from) return <span className="line-moves">{moves.map((move) => move.san).join(' ')}</span>;
  const show = (move: LineMove) => store.dispatch({ type: 'preview', preview: { board: move.board, move: move.uci } });
  const hide = () => store.dispatch({ type: 'preview', preview: null });
  const add = async (count: number) => {
    hide();
    if (!game.may.vary) return client.show(node);
    client.show(node);
    await client.say({ type: 'add_line', node, moves: moves.slice(0, count).map((move) => move.uci) });
  };
  return (
    <span className="line-moves" onMouseLeave={hide}>
      {numbered(game.start, from.ply, moves.slice(0, limit)).map(({ move, number }, index) => (
        <span key={index}>
          {number && <span className="number">{number}</span>}
          <button type="button" onMouseEnter={() => show(move)} onFocus={() => show(move)} onBlur={hide} onClick={() => void add(index + 1)}>
            {move.san}
          </button>
        </span>
      ))}
    </span>
  );
}
