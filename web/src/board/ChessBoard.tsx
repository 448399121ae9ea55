// The board: shows a position and lets a player move by dragging, by two clicks, by touch or by keyboard.
//
// It knows no rules. Which moves there are comes in with the position; what a player does is compared with
// them, and the one that fits goes out through onMove.
import {
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  useDndMonitor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useMemo, useRef, useState } from 'react';
import { placementOf } from '../geometry/placement';
import { type Square, fileOf, nameOf, rankOf, squareAt, squareOf, squareUnder } from '../geometry/squares';
import { type Arrow, Arrows } from './Arrows';
import { ChessPiece } from './ChessPiece';
import { ChessSquare, type SquareMarks } from './ChessSquare';
import { meaningOf, wordsForPress } from './keyboard';
import { PromotionDialog } from './PromotionDialog';
import { useMarks } from './useMarks';
import { type MovingProps, useMoving } from './useMoving';
import { usePresses } from './usePresses';
import { usePieces } from './usePieces';

export interface BoardLook {
  set: 'drawn' | 'symbols';
  colors: string;
  coordinates: boolean;
  targets: boolean;
  animation: boolean;
}

interface Props extends MovingProps {
  board: string; // a FEN, or its first field
  lastMove: { from: string; to: string } | null;
  check: string | null;
  flipped: boolean;
  look: BoardLook;
  label: string;
  arrows?: readonly Arrow[];
  heat?: ReadonlyMap<Square, number> | null;
  onHistory?: (step: 'back' | 'forward' | 'first' | 'last') => void;
  onSay?: (words: string) => void; // for those who listen and use the keyboard
}

const ranks = [7, 6, 5, 4, 3, 2, 1, 0];
const files = [0, 1, 2, 3, 4, 5, 6, 7];

// The board speaks for itself; dnd-kit must be silent.
const nothing = () => undefined;
const silent = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: '' },
};

const squareLifted = (event: { active: DragEndEvent['active'] }): Square =>
  (event.active.data.current as { square: Square }).square;

function pointOf(event: DragMoveEvent | DragEndEvent): { x: number; y: number } | null {
  const start = event.activatorEvent;
  const at =
    start instanceof MouseEvent ? start : 'touches' in start ? (start as TouchEvent).touches[0] : null;
  return at ? { x: at.clientX + event.delta.x, y: at.clientY + event.delta.y } : null;
}

export function ChessBoard(props: Props) {
  // A few pixels before a press becomes a drag, so that a click with an unsteady hand stays a click.
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { distance: 6 } }),
  );
  return (
    <DndContext
      sensors={sensors}
      accessibility={silent}
      autoScroll={false}
      // The pointer decides. dnd-kit's rectangles of pieces leave out the transforms that place ours.
      collisionDetection={pointerWithin}
    >
      <BoardSurface {...props} />
    </DndContext>
  );
}

function BoardSurface(props: Props) {
  const { board, lastMove, check, flipped, look, free, heat } = props;
  const placement = useMemo(() => placementOf(board), [board]);
  const pieces = usePieces(placement);
  const moving = useMoving(placement, props);
  const { selected, plan, pending, choice, targets } = moving;
  const [over, setOver] = useState<Square | null>(null);
  const [focus, setFocus] = useState<Square>(() => squareOf(flipped ? 'e7' : 'e2'));
  const grid = useRef<HTMLDivElement | null>(null);
  const byKeys = useRef(false); // how the last piece was moved
  const { setNodeRef } = useDroppable({ id: 'board' });
  const { marks, clear, ...drawing } = useMarks(board, flipped);

  const under = (point: { x: number; y: number } | null): Square | null => {
    const box = grid.current?.getBoundingClientRect();
    return point && box ? squareUnder(point.x, point.y, box, flipped) : null;
  };

  const { forget, ...presses } = usePresses(flipped, (square) => {
    clear();
    byKeys.current = false;
    setFocus(square);
    moving.press(square);
  });

  useDndMonitor({
    onDragStart: (event) => {
      forget();
      byKeys.current = false;
      moving.lift(squareLifted(event));
    },
    onDragMove: (event) => setOver(under(pointOf(event))),
    onDragEnd: (event) => {
      setOver(null);
      moving.drop(squareLifted(event), event.over ? under(pointOf(event)) : null);
    },
    onDragCancel: () => {
      setOver(null);
      moving.cancel();
    },
  });

  const focusOn = (square: Square) => {
    setFocus(square);
    grid.current?.querySelector<HTMLElement>(`[role=gridcell][data-square=${nameOf(square)}]`)?.focus();
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const meaning = meaningOf(event, focus, flipped);
    if (!meaning) return;
    event.preventDefault();
    event.stopPropagation();
    if (meaning.kind === 'focus') focusOn(meaning.square);
    else if (meaning.kind === 'press') {
      const words = wordsForPress(focus, placement, moving);
      if (words) props.onSay?.(words);
      byKeys.current = true;
      moving.press(focus);
    } else if (meaning.kind === 'history') props.onHistory?.(meaning.step);
    else {
      moving.cancel();
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
      ...(target ? { target: target.capture ? 'capture' : 'move' } : {}),
      ...(marks.squares.has(square) ? { mark: marks.squares.get(square)! } : {}),
      ...(heat ? { heat: heat.get(square) ?? 0 } : {}),
    };
  };

  return (
    <div
      ref={setNodeRef}
      className={`board ${look.colors} ${look.animation ? 'animated' : ''} ${look.targets ? '' : 'no-targets'}`}
      {...presses}
      onPointerDown={(event) => {
        presses.onPointerDown(event);
        drawing.onPointerDown(event);
      }}
      onPointerUp={(event) => {
        presses.onPointerUp(event);
        drawing.onPointerUp(event);
      }}
      onPointerMove={drawing.onPointerMove}
      onPointerLeave={drawing.onPointerLeave}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      // The mouse takes the focus from where it was and to no square: arrow keys are the game's then.
      onMouseDown={(event) => {
        event.preventDefault();
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement && !event.currentTarget.contains(activeElement))
          activeElement.blur();
      }}
      onFocus={(event) => {
        const name = event.target.dataset['square'];
        if (name && event.target.role === 'gridcell') setFocus(squareOf(name));
      }}
    >
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        aria-rowcount={8}
        aria-colcount={8}
        className="squares"
      >
        {(flipped ? ranks.toReversed() : ranks).map((rank, row) => (
          <div role="row" className="row" key={rank} aria-rowindex={row + 1}>
            {(flipped ? files.toReversed() : files).map((file, column) => {
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
      {/* A new element when the board is turned: pieces must not slide across it then. */}
      <div className="pieces" aria-hidden="true" key={String(flipped)}>
        {pieces.map((placed) => {
          const way = [choice, pending, plan].find((each) => each?.from === placed.square);
          const shown = way ? { ...placed, square: way.to } : placed;
          return (
            <ChessPiece
              key={placed.id}
              placed={shown}
              flipped={flipped}
              set={look.set}
              movable={moving.mayPick(placed.square)}
              instant={moving.dropped === shown.square}
              ghost={way !== undefined && way === plan}
            />
          );
        })}
      </div>
      <Arrows arrows={[...(props.arrows ?? []), ...marks.arrows]} flipped={flipped} />
      {choice && (
        <PromotionDialog
          {...choice}
          flipped={flipped}
          set={look.set}
          onChoice={(move) => {
            moving.choose(move);
            if (byKeys.current) focusOn(choice.to);
          }}
        />
      )}
    </div>
  );
}
