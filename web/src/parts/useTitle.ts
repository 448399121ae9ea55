// The name of the browser's tab tells whose move it is, for users who look elsewhere meanwhile.
import { useEffect } from 'react';
import type { GameState } from '../protocol';
import { useStore } from '../store/store';

export function titleOf(game: GameState | null): string {
  if (!game || game.mode === 'study') return 'Tabiya';
  if (game.result) return `${game.result.text} – Tabiya`;
  if (game.mode === 'people') return `${game.position.turn === 'white' ? 'White' : 'Black'} to move – Tabiya`;
  return `${game.players[game.position.turn].kind === 'person' ? 'Your move' : 'Thinking…'} – Tabiya`;
}

export function useTitle(): void {
  const title = useStore((state) => titleOf(state.game));
  useEffect(() => {
    document.title = title;
  }, [title]);
}
