// A sound for each thing that happens in the game.
import { useEffect, useRef } from 'react';
import type { GameState } from '../protocol';
import { settings } from '../settings';
import { type Sound, play } from '../sound';
import { useStore } from '../store/store';
import { nodeOf } from '../store/tree';

export function soundBetween(before: GameState | null, now: GameState | null): Sound | null {
  if (!before || !now || before.id !== now.id || before === now) return null;
  if (now.result && !before.result) return 'end';
  if (now.drawOffer && !before.drawOffer) return 'notify';
  if (now.nodes.length > before.nodes.length) {
    const added = now.nodes.at(-1);
    if (!added?.san) return null;
    return added.check ? 'check' : added.san.includes('x') ? 'capture' : 'move';
  }
  return null;
}

export function useSounds(): void {
  const game = useStore((state) => state.game);
  const cursor = useStore((state) => state.cursor);
  const last = useRef<{ game: GameState | null; cursor: number }>({ game: null, cursor: 0 });
  useEffect(() => {
    const before = last.current;
    last.current = { game, cursor };
    if (!settings.current().sounds) return;
    const sound = soundBetween(before.game, game);
    if (sound) return play(sound);
    // Walking through the game is heard, too.
    if (game && before.game === game && before.cursor !== cursor)
      play(nodeOf(game, cursor)?.san?.includes('x') ? 'capture' : 'move');
  }, [game, cursor]);
}
