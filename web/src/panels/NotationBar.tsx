// The moves in one line above the board. Its height never changes, so that nothing jumps on a reset.
import { useEffect, useRef } from 'react';
import { client } from '../client';
import { numbered } from '../parts/numbered';
import { useStore } from '../store/store';
import { continuationOf, pathTo } from '../store/tree';

export function NotationBar() {
  const game = useStore((state) => state.game);
  const cursor = useStore((state) => state.cursor);
  const current = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const [box, move] = [bar.current, current.current];
    if (box) box.scrollLeft = move ? move.offsetLeft - box.clientWidth / 2 + move.offsetWidth / 2 : 0;
  });
  if (!game) return <div className="notation" />;
  const line = [...pathTo(game, cursor), ...continuationOf(game, cursor)].slice(1);
  return (
    <section className="notation" ref={bar} aria-label="Moves so far">
      {line.length === 0 && (
        <span className="quiet">
          {game.variant === 'chess960'
            ? `Chess960${game.number === null ? '' : ` number ${game.number}`}`
            : 'Moves will appear here'}
        </span>
      )}
      {numbered(game.start, 0, line).map(({ move, number }) => (
        <span key={move.id}>
          {number && <span className="number">{number}</span>}
          <button
            type="button"
            ref={move.id === cursor ? current : null}
            aria-current={move.id === cursor ? 'true' : undefined}
            onClick={() => client.show(move.id)}
          >
            {move.san}
          </button>
        </span>
      ))}
      {game.result && <span className="outcome">{game.result.score.replace('1/2-1/2', '½–½')}</span>}
    </section>
  );
}
