// Picking up and putting down, whichever hand does it: what is selected, planned, about to be confirmed.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Placement, colorOf } from '../geometry/placement';
import { type Square, squareOf } from '../geometry/squares';
import { movesBetween, premoveTargets, targetsFrom } from '../geometry/targets';
import type { Color, LegalMove, Uci } from '../protocol';

// The board editor: pieces go anywhere, and squares are pressed to put something on them.
export interface FreeHand {
  onDrop: (from: Square, to: Square | null) => void;
  onPress: (square: Square) => void;
}

export interface MovingProps {
  legal: readonly LegalMove[];
  movable: readonly Color[]; // who may move now
  premovable: Color | null; // who may plan a move while waiting
  free?: FreeHand | undefined;
  onMove?: (uci: Uci) => Promise<boolean>;
}

export interface Way {
  from: Square;
  to: Square;
}

// A pawn that has arrived, and what it may become.
export interface Choice extends Way {
  moves: LegalMove[];
  white: boolean;
}

export function useMoving(placement: Placement, { legal, movable, premovable, free, onMove }: MovingProps) {
  const [selected, setSelected] = useState<Square | null>(null);
  const [plan, setPlan] = useState<Way | null>(null); // a premove
  const [pending, setPending] = useState<Way | null>(null); // shown already, not yet confirmed
  const [choice, setChoice] = useState<Choice | null>(null);
  const [dropped, setDropped] = useState<Square | null>(null);

  // A plan is carried out as soon as it is its turn, if it is legal then, and forgotten in any case.
  const planned = plan && placement[plan.from];
  const due = !!planned && movable.includes(colorOf(planned));
  if (plan && !due && (!planned || premovable !== colorOf(planned))) setPlan(null);
  const carriedOut = useRef<Way | null>(null);
  useEffect(() => {
    if (!plan || !due || !onMove || carriedOut.current === plan) return;
    carriedOut.current = plan;
    const moves = movesBetween(legal, plan.from, plan.to);
    const move = moves.find(({ promotion }) => promotion === 'q') ?? moves[0];
    const forget = () => setPlan((now) => (now === plan ? null : now));
    void (move ? onMove(move.uci) : Promise.resolve(false)).finally(forget);
  }, [plan, due, legal, onMove]);

  const mayPick = useCallback(
    (square: Square): boolean => {
      const piece = placement[square];
      return !!piece && (!!free || movable.includes(colorOf(piece)) || premovable === colorOf(piece));
    },
    [placement, movable, premovable, free],
  );

  // What was picked up in one position means nothing in the next; but a piece that was picked up while the
  // other side moved stays in the hand.
  const [before, setBefore] = useState(placement);
  if (before !== placement) {
    const stays = selected !== null && before[selected] === placement[selected] && mayPick(selected);
    setBefore(placement);
    setSelected(stays ? selected : null);
    setChoice(null);
    setPending(null);
  }
  useEffect(() => {
    const later = setTimeout(() => setDropped(null), 250);
    return () => clearTimeout(later);
  }, [placement]);

  const targets = useMemo(() => {
    const piece = selected === null ? null : placement[selected];
    if (selected === null || !piece || free) return new Map<Square, { capture: boolean }>();
    if (movable.includes(colorOf(piece))) return targetsFrom(legal, selected);
    return new Map(premoveTargets(piece, selected).map((to) => [to, { capture: false }]));
  }, [selected, placement, movable, legal, free]);

  const carryOut = (move: LegalMove, to: Square) => {
    setPending({ from: squareOf(move.from), to });
    void onMove?.(move.uci).finally(() => setPending(null));
  };

  // True if something came of it.
  const attempt = (from: Square, to: Square): boolean => {
    const piece = placement[from];
    if (!piece || from === to) return false;
    if (!movable.includes(colorOf(piece))) {
      if (premovable !== colorOf(piece) || !premoveTargets(piece, from).includes(to)) return false;
      setPlan({ from, to });
      setSelected(null);
      return true;
    }
    const moves = movesBetween(legal, from, to);
    if (moves.length === 0) return false;
    setSelected(null);
    if (moves.length > 1) setChoice({ moves, from, to, white: colorOf(piece) === 'white' });
    else carryOut(moves[0]!, to);
    return true;
  };

  return {
    selected,
    plan,
    pending,
    choice,
    dropped,
    targets,
    mayPick,
    press: (square: Square) => {
      setPlan(null);
      if (free) return free.onPress(square);
      if (selected === null) return setSelected(mayPick(square) ? square : null);
      if (selected === square) return setSelected(null);
      if (!attempt(selected, square)) setSelected(mayPick(square) ? square : null);
    },
    lift: (square: Square) => {
      setPlan(null);
      setSelected(square);
    },
    // `to` is null off the board.
    drop: (from: Square, to: Square | null) => {
      if (free) {
        setSelected(null);
        return free.onDrop(from, to);
      }
      // Put back where it was, it stays picked up: that was a click with an unsteady hand.
      if (to === from) return;
      // A move is where the hand put it, and needs no sliding; a refused one slides back.
      if (to !== null && attempt(from, to)) setDropped(to);
      else setSelected(null);
    },
    choose: (move: LegalMove | null) => {
      setChoice(null);
      if (move && choice) carryOut(move, choice.to);
    },
    cancel: () => {
      setSelected(null);
      setPlan(null);
    },
  };
}
