// Arrows and marked squares that the user draws with the right mouse button.
import { useState } from 'react';
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

interface Stroke {
  from: Square;
  to: Square;
  color: string;
}

// Marks belong to the board they were drawn on: another position has none, and they are back when it is.
export function useMarks(board: string, flipped: boolean) {
  const [held, setHeld] = useState({ board, marks: none });
  const [stroke, setStroke] = useState<Stroke | null>(null); // under the hand, not yet let go
  const marks = held.board === board ? held.marks : none;

  const under = (event: React.PointerEvent<HTMLElement>) =>
    squareUnder(event.clientX, event.clientY, event.currentTarget.getBoundingClientRect(), flipped);

  return {
    marks: stroke ? drawn(marks, stroke.from, stroke.to, stroke.color) : marks,
    clear: () => setHeld({ board, marks: none }),
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      const from = event.button === 2 ? under(event) : null;
      setStroke(from === null ? null : { from, to: from, color: colorFor(event) });
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      const to = stroke && under(event);
      if (to !== null && to !== stroke?.to) setStroke((old) => old && { ...old, to });
    },
    onPointerUp: (event: React.PointerEvent<HTMLElement>) => {
      if (!stroke || event.button !== 2) return;
      setStroke(null);
      setHeld({ board, marks: drawn(marks, stroke.from, under(event) ?? stroke.to, colorFor(event)) });
    },
    onPointerLeave: () => setStroke(null),
  };
}
