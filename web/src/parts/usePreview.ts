// A position to look at while something points at it. It leaves the board with the thing that pointed: rows of
// a tree come and go under a mouse that rests.
import { useEffect } from 'react';
import type { LineMove } from '../protocol';
import { store } from '../store/store';

export function usePreview(move: Pick<LineMove, 'board' | 'uci'> | null | undefined): void {
  const [board, uci] = [move?.board, move?.uci];
  useEffect(() => {
    if (board === undefined || uci === undefined) return;
    store.dispatch({ type: 'preview', preview: { board, move: uci } });
    return () => store.dispatch({ type: 'preview', preview: null });
  }, [board, uci]);
}
