// The pieces of a board with names of their own, so that each can be seen moving.
import { useRef } from 'react';
import { type PlacedPiece, followed } from '../geometry/identity';
import type { Placement } from '../geometry/placement';

export function usePieces(placement: Placement): PlacedPiece[] {
  const memory = useRef<{ placement: Placement | null; pieces: PlacedPiece[]; lastId: number }>({
    placement: null,
    pieces: [],
    lastId: 0,
  });
  const held = memory.current;
  // Following the same board twice changes nothing, so React may call this as often as it likes.
  if (held.placement !== placement) {
    held.pieces = followed(held.pieces, placement, () => ++held.lastId);
    held.placement = placement;
  }
  return held.pieces;
}
