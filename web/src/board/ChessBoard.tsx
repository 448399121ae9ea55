// The board: shows a position and lets a player move by dragging, by two clicks, by touch or by keyboard.
//
// It knows no rules. Which moves there are comes in with the position; what a player does is compared with
// them, and the one that fits goes out through onMove.
import { DndContext, type DragEndEvent, type DragMoveEvent, MouseSensor, TouchSensor, pointerWithin, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { colorOf, placementOf } from '../geometry/placement';
import { type Square, fileOf, nameOf, rankOf, squareAt, squareOf, squareUnder } from '../geometry/squares';
import { movesBetween, premoveTargets, targetsFrom } from '../geometry/targets';
import type { Color, LegalMove, Uci } from '../protocol';
import { type Arrow, Arrows } from './Arrows';
import { ChessPiece } from './ChessPiece';
import { ChessSquare, type SquareMarks } from './ChessSquare';
import { meaningOf } from './keyboard';
import { PromotionDialog } from './PromotionDialog';
import { useMarks } from './useMarks';
import { usePieces } from './usePieces';

export interface BoardLook {
  set: 'drawn' | 'symbols';
  colors: string;
  coordinates: boolean;
  targets: boolean;
  animation: boolean;
}

// The board editor: pieces go anywhere, and squares are pressed to put something on them.
export interface FreeHand {
  onDrop: (from: Square, to: Square | null) => void;
  onPress: (square: Square) => void;
}

interface Props {
  board: string;
  legal: readonly LegalMove[];
  movable: readonly Color[]; // who may move now
  premovable: Color | null; // who may plan a move while waiting
  lastMove: { from: string; to: string } | null;
  check: string | null;
  flipped: boolean;
  look: BoardLook;
  label: string;
  arrows?: readonly Arrow[];
  heat?: ReadonlyMap<Square, number> | null;
  free?: FreeHand | undefined;
  onMove?: (uci: Uci) => Promise<boolean>;
  onHistory?: (step: 'back' | 'forward' | 'first' | 'last') => void;
}

interface Plan {
  from: Square;
  to: Square;
}

const nothing: readonly Arrow[] = [];
const silent = { announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined }, screenReaderInstructions: { draggable: '' } };

export function ChessBoard(props: Props) {
  // A few pixels before a press becomes a drag, so that a click with an unsteady hand stays a click.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 4 } }), useSensor(TouchSensor, { activationConstraint: { distance: 6 } }));
  const hands = useRef<Hands>({});
  return (
    <DndContext
      sensors={sensors}
      accessibility={silent}
      autoScroll={false}
      // The pointer decides. dnd-kit's rectangles of pieces leave out the transforms that place ours.
      collisionDetection={pointerWithin}
      onDragStart={(event) => hands.current.start?.((event.active.data.current as { square: Square }).square)}
      onDragMove={(event) => hands.current.move?.(event)}
      onDragEnd={(event) => hands.current.end?.(event)}
      onDragCancel={() => hands.current.cancel?.()}
    >
      <BoardSurface {...props} hands={hands} />
    </DndContext>
  );
}

interface Hands {
  start?: (square: Square) => void;
  move?: (event: DragMoveEvent) => void;
  end?: (event: DragEndEvent) => void;
  cancel?: () => void;
}

function pointOf(event: DragMoveEvent | DragEndEvent): { x: number; y: number } | null {
  const start = event.activatorEvent;
  const at = start instanceof MouseEvent ? start : 'touches' in start ? (start as TouchEvent).touches[0] : null;
  return at ? { x: at.clientX + event.delta.x, y: at.clientY + event.delta.y } : null;
}

function BoardSurface(props: Props & { hands: React.RefObject<Hands> }) {
  const { board, legal, movable, premovable, lastMove, check, flipped, look, free, heat, hands } = props;
  const placement = useMemo(() => placementOf(board), [board]);
  const pieces = usePieces(placement);
  const [selected, setSelected] = useState<Square | null>(null);
  const [over, setOver] = useState<Square | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [choice, setChoice] = useState<{ moves: LegalMove[]; to: Square; white: boolean } | null>(null);
  const [focus, setFocus] = useState<Square>(() => squareOf(flipped ? 'e7' : 'e2'));
  const [dropped, setDropped] = useState<Square | null>(null);
  // A move that the server has not confirmed yet is shown already.
  const [pending, setPending] = useState<Plan | null>(null);
  const grid = useRef<HTMLDivElement | null>(null);
  const { setNodeRef } = useDroppable({ id: 'board' });
  const { marks, clear, onPointerDown, onPointerUp } = useMarks(flipped);

  // What was picked up in one position means nothing in the next.
  useEffect(() => {
    setSelected(null);
    setChoice(null);
    setOver(null);
    setPending(null);
    clear();
    const later = setTimeout(() => setDropped(null), 250);
    return () => clearTimeout(later);
  }, [board, clear]);

  const { onMove } = props;
  // A plan is carried out as soon as it is legal, and forgotten if it has become impossible.
  useEffect(() => {
    if (!plan || !onMove) return;
    const piece = placement[plan.from];
    if (!piece || (!movable.includes(colorOf(piece)) && premovable !== colorOf(piece))) return setPlan(null);
    if (!movable.includes(colorOf(piece))) return;
    setPlan(null);
    const moves = movesBetween(legal, plan.from, plan.to);
    const move = moves.find(({ promotion }) => promotion === 'q') ?? moves[0];
    if (move) void onMove(move.uci);
  }, [plan, placement, legal, movable, premovable, onMove]);

  const carryOut = (move: LegalMove, to: Square) => {
    setPending({ from: squareOf(move.from), to });
    void onMove?.(move.uci).finally(() => setPending(null));
  };

  const mayPick = useCallback(
    (square: Square): boolean => {
      const piece = placement[square];
      return !!piece && (!!free || movable.includes(colorOf(piece)) || premovable === colorOf(piece));
    },
    [placement, movable, premovable, free],
  );

  const planning = selected !== null && placement[selected] && !movable.includes(colorOf(placement[selected]));
  const targets = useMemo(() => {
    const from = selected === null ? null : placement[selected];
    if (selected === null || !from || free) return new Map<Square, { capture: boolean }>();
    if (movable.includes(colorOf(from))) return targetsFrom(legal, selected);
    return new Map(premoveTargets(from, selected).map((to) => [to, { capture: false }]));
  }, [selected, placement, movable, legal, free]);

  // From here to there, by whatever hand. True if something came of it.
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
    if (moves.length > 1) setChoice({ moves, to, white: colorOf(piece) === 'white' });
    else carryOut(moves[0]!, to);
    return true;
  };

  const press = (square: Square) => {
    setPlan(null);
    if (free) return free.onPress(square);
    if (selected === null) return setSelected(mayPick(square) ? square : null);
    if (selected === square) return setSelected(null);
    if (!attempt(selected, square)) setSelected(mayPick(square) ? square : null);
  };

  const under = (point: { x: number; y: number } | null): Square | null => {
    const box = grid.current?.getBoundingClientRect();
    return point && box ? squareUnder(point.x, point.y, box, flipped) : null;
  };

  hands.current = {
    start: (square) => {
      setPlan(null);
      setSelected(square);
    },
    move: (event) => setOver(under(pointOf(event))),
    end: (event) => {
      const from = (event.active.data.current as { square: Square }).square;
      const to = event.over ? under(pointOf(event)) : null;
      setOver(null);
      if (free) {
        setSelected(null);
        return free.onDrop(from, to);
      }
      if (to === null) return setSelected(null);
      // It is where the hand put it, and needs no sliding; a refused move slides back.
      if (to !== from && attempt(from, to)) setDropped(to);
      else if (to !== from) setSelected(null);
    },
    cancel: () => {
      setSelected(null);
      setOver(null);
    },
  };

  const focusOn = (square: Square) => {
    setFocus(square);
    grid.current?.querySelector<HTMLElement>(`[role=gridcell][data-square=${nameOf(square)}]`)?.focus();
  };

  const onClick = (event: React.MouseEvent) => {
    clear();
    const name = (event.target as Element).closest<HTMLElement>('[data-square]')?.dataset['square'];
    if (!name) return;
    const square = squareOf(name);
    setFocus(square);
    press(square);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const meaning = meaningOf(event, focus, flipped);
    if (!meaning) return;
    event.preventDefault();
    event.stopPropagation();
    if (meaning.kind === 'focus') focusOn(meaning.square);
    else if (meaning.kind === 'press') press(focus);
    else if (meaning.kind === 'history') props.onHistory?.(meaning.step);
    else {
      setSelected(null);
      setPlan(null);
      clear();
    }
  };

  const marksOf = (square: Square): SquareMarks => {
    const name = nameOf(square);
    const target = targets.get(square);
    return {
      selected: selected === square,
      last: lastMove?.from === name || lastMove?.to === name,
      check: check === name,
      premove: plan?.from === square || plan?.to === square,
      over: over === square && (!!free || targets.has(square)),
      ...(target && look.targets ? { target: target.capture || (placement[square] && !planning) ? ('capture' as const) : ('move' as const) } : {}),
      ...(marks.squares.has(square) ? { mark: marks.squares.get(square)! } : {}),
      ...(heat ? { heat: heat.get(square) ?? 0 } : {}),
    };
  };

  const order = [0, 1, 2, 3, 4, 5, 6, 7];
  const ranks = flipped ? order : [...order].reverse();
  const files = flipped ? [...order].reverse() : order;
  const arrows = [...(props.arrows ?? nothing), ...marks.arrows];

  return (
    <div
      ref={setNodeRef}
      className={`board ${look.colors} ${look.animation ? 'animated' : ''} ${selected !== null ? 'holding' : ''}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onContextMenu={(event) => event.preventDefault()}
      onFocus={(event) => {
        const name = event.target.dataset['square'];
        if (name && event.target.role === 'gridcell') setFocus(squareOf(name));
      }}
    >
      <div ref={grid} role="grid" aria-label={props.label} aria-rowcount={8} aria-colcount={8} className="squares">
        {ranks.map((rank, row) => (
          <div role="row" className="row" key={rank} aria-rowindex={row + 1}>
            {files.map((file, column) => {
              const square = squareAt(file, rank);
              return (
                <ChessSquare
                  key={square}
                  square={square}
                  piece={placement[square] ?? null}
                  focusable={square === focus}
                  column={column + 1}
                  rank={look.coordinates && column === 0 ? String(rankOf(square) + 1) : ''}
                  file={look.coordinates && row === 7 ? 'abcdefgh'.charAt(fileOf(square)) : ''}
                  {...marksOf(square)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {/* A new element when the board is turned: pieces shall not slide across it then. */}
      <div className="pieces" aria-hidden="true" key={String(flipped)}>
        {pieces.map((placed) => {
          const way = [pending, plan].find((each) => each?.from === placed.square);
          const shown = way ? { ...placed, square: way.to } : placed;
          return <ChessPiece key={placed.id} placed={shown} flipped={flipped} set={look.set} movable={mayPick(placed.square)} instant={dropped === shown.square} ghost={way !== undefined && way === plan} />;
        })}
      </div>
      <Arrows arrows={arrows} flipped={flipped} />
      {choice && (
        <PromotionDialog
          {...choice}
          flipped={flipped}
          set={look.set}
          onChoice={(move) => {
            setChoice(null);
            focusOn(choice.to);
            if (move) carryOut(move, choice.to);
          }}
        />
      )}
    </div>
  );
}

