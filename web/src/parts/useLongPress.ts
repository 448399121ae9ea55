// A press that lasts means something else than a short one.
import { useRef } from 'react';

const long = 550;

export function useLongPress(short: () => void, held: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasHeld = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button !== 0) return;
      wasHeld.current = false;
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        held();
      }, long);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onContextMenu: (event: React.MouseEvent) => event.preventDefault(),
    // Keys and screen readers click without pointers; theirs is always the short meaning.
    onClick: () => {
      if (!wasHeld.current) short();
      wasHeld.current = false;
    },
  };
}
