// The pieces of a board with names of their own, so that each can be seen moving.
import { useState } from 'react';
import { type PlacedPiece, followed } from '../geometry/identity';
import type { Placement } from '../geometry/placement';

interface Followed {
  placement: Placement;
  pieces: PlacedPiece[];
  lastId: number;
}

function followedTo(placement: Placement, before?: Followed): Followed {
  let lastId = before?.lastId ?? 0;
  const pieces = followed(before?.pieces ?? [], placement, () => ++lastId);
  return { placement, pieces, lastId };
}

export function usePieces(placement: Placement): PlacedPiece[] {
  const [held, setHeld] = useState(() => followedTo(placement));
  if (held.placement !== placement) setHeld(followedTo(placement, held));
  return held.pieces;
}
