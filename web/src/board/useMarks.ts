// Arrows and marked squares that the reader draws with the right mouse button.
import { useCallback, useRef, useState } from 'react';
import { type Square, squareUnder } from '../geometry/squares';
import type { Arrow } from './Arrows';

export interface Marks {
  arrows: Arrow[];
  squares: ReadonlyMap<Square, string>;
}

const none: Marks = { arrows: [], squares: new Map() };

export function colorFor(keys: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): string {
  if (keys.altKey && (keys.shiftKey || keys.ctrlKey)) return 'yellow';
  if (keys.altKey) return 'blue';
  return keys.shiftKey || keys.ctrlKey ? 'red' : 'green';
}

// Drawing the same thing again removes it; in another colour, recolours it.
export function drawn(marks: Marks, from: Square, to: Square, color: string): Marks {
  if (from === to) {
    const squares = new Map(marks.squares);
    if (squares.get(from) === color) squares.delete(from);
    else squares.set(from, color);
    return { ...marks, squares };
  }
  const same = (arrow: Arrow) => arrow.from === from && arrow.to === to;
  const old = marks.arrows.find(same);
  const others = marks.arrows.filter((arrow) => !same(arrow));
  return { ...marks, arrows: old?.color === color ? others : [...others, { from, to, color }] };
}

export function useMarks(flipped: boolean) {
  const [marks, setMarks] = useState<Marks>(none);
  const begun = useRef<Square | null>(null);

  const onPointerDown = useCallback(
    (event: React.PointerEvent<HTMLElement>) => {
      if (event.button !== 2) return;
      begun.current = squareUnder(
        event.clientX,
        event.clientY,
        event.currentTarget.getBoundingClientRect(),
        flipped,
      );
    },
    [flipped],
  );
  const onPointerUp = useCallback(
    (event: React.PointerEvent<HTMLElement>) => {
      const from = begun.current;
      begun.current = null;
      if (event.button !== 2 || from === null) return;
      const to = squareUnder(
        event.clientX,
        event.clientY,
        event.currentTarget.getBoundingClientRect(),
        flipped,
      );
      if (to !== null) setMarks((old) => drawn(old, from, to, colorFor(event)));
    },
    [flipped],
  );
  const clear = useCallback(() => setMarks((old) => (old === none ? old : none)), []);
  return { marks, clear, onPointerDown, onPointerUp };
}
