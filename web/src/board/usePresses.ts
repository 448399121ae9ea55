// Presses on squares, by mouse, pen and finger.
//
// They are taken from pointer events, not from clicks: browsers swallow the click of a tap that comes soon
// after a quick drag. Clicks without a pointer before them (those of screen readers) count as well.
import { useRef } from 'react';
import { type Square, squareOf, squareUnder } from '../geometry/squares';

const sameTap = 700; // milliseconds in which a click belongs to the press before it

export function usePresses(flipped: boolean, press: (square: Square) => void) {
  const down = useRef<Square | null>(null);
  const pressedAt = useRef(-Infinity);
  const under = (event: React.PointerEvent<HTMLElement>) =>
    squareUnder(event.clientX, event.clientY, event.currentTarget.getBoundingClientRect(), flipped);
  return {
    // A drag has begun, so this is no press.
    forget: () => {
      down.current = null;
    },
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      down.current = event.button === 0 && event.isPrimary ? under(event) : null;
    },
    onPointerUp: (event: React.PointerEvent<HTMLElement>) => {
      const square = down.current;
      down.current = null;
      if (event.button !== 0 || square === null || square !== under(event)) return;
      pressedAt.current = event.timeStamp;
      press(square);
    },
    onPointerCancel: () => {
      down.current = null;
    },
    onClick: (event: React.MouseEvent) => {
      if (event.timeStamp - pressedAt.current < sameTap) return;
      const name = (event.target as Element).closest<HTMLElement>('[data-square]')?.dataset['square'];
      // A click after a drag has had a pointer, too, but no screen reader behind it.
      if (name && event.detail === 0) press(squareOf(name));
    },
  };
}
