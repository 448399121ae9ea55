// The board by keyboard: what a key means on a square. No React, so that it can be tested alone.
import { type Placement, roleName } from '../geometry/placement';
import {
  type Square,
  fileOf,
  nameOf,
  neighbour,
  placeOf,
  rankOf,
  squareAt,
  squareOfPlace,
} from '../geometry/squares';

export type KeyMeaning =
  | { kind: 'focus'; square: Square }
  | { kind: 'press' }
  | { kind: 'cancel' }
  | { kind: 'history'; step: 'back' | 'forward' | 'first' | 'last' }
  | null;

export interface Keys {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

// Letters and digits go to a file or a rank, so that "g", "5" finds g5.
export function meaningOf(keys: Keys, at: Square, flipped: boolean): KeyMeaning {
  const { key } = keys;
  if (keys.altKey || keys.metaKey) return null;
  const edge = (column: number) => squareOfPlace({ column, row: placeOf(at, flipped).row }, flipped) ?? at;
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'focus', square: neighbour(at, -1, 0, flipped) };
    case 'ArrowRight':
      return { kind: 'focus', square: neighbour(at, 1, 0, flipped) };
    case 'ArrowUp':
      return { kind: 'focus', square: neighbour(at, 0, -1, flipped) };
    case 'ArrowDown':
      return { kind: 'focus', square: neighbour(at, 0, 1, flipped) };
    case 'Home':
      return keys.ctrlKey ? { kind: 'history', step: 'first' } : { kind: 'focus', square: edge(0) };
    case 'End':
      return keys.ctrlKey ? { kind: 'history', step: 'last' } : { kind: 'focus', square: edge(7) };
    case 'PageUp':
      return { kind: 'history', step: 'back' };
    case 'PageDown':
      return { kind: 'history', step: 'forward' };
    case 'Enter':
    case ' ':
      return { kind: 'press' };
    case 'Escape':
      return { kind: 'cancel' };
  }
  if (keys.ctrlKey) return null;
  if (/^[a-h]$/.test(key)) return { kind: 'focus', square: squareAt(key.charCodeAt(0) - 97, rankOf(at)) };
  if (/^[1-8]$/.test(key)) return { kind: 'focus', square: squareAt(fileOf(at), Number(key) - 1) };
  return null;
}

interface Held {
  selected: Square | null;
  targets: ReadonlyMap<Square, unknown>;
  mayPick: (square: Square) => boolean;
}

// What is heard when a square is pressed, before anything changes. A move says itself when it is made.
export function wordsForPress(square: Square, placement: Placement, held: Held): string | null {
  const { selected, targets, mayPick } = held;
  const piece = placement[square];
  if (selected === square) return 'Deselected.';
  if (selected !== null && targets.has(square)) return null;
  if (piece && mayPick(square)) return `${roleName(piece)} ${nameOf(square)} selected.`;
  if (selected !== null) return `${nameOf(selected)}–${nameOf(square)} is not legal here.`;
  return piece ? 'This piece cannot be moved now.' : null;
}
