// One piece on the board: it can be dragged, and slides when the position changes.
import { useDraggable } from '@dnd-kit/core';
import { memo } from 'react';
import type { PlacedPiece } from '../geometry/identity';
import { nameOf, placeOf } from '../geometry/squares';
import { PieceDrawing } from './pieces';

interface Props {
  placed: PlacedPiece;
  flipped: boolean;
  set: 'drawn' | 'symbols';
  movable: boolean;
  instant: boolean; // just dropped by hand: it is where it belongs already
  ghost: boolean; // a premove's piece on its way
}

export const ChessPiece = memo(function ChessPiece({ placed, flipped, set, movable, instant, ghost }: Props) {
  const { id, piece, square } = placed;
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id,
    disabled: !movable,
    data: { square },
  });
  const { column, row } = placeOf(square, flipped);
  const drag = transform ? ` translate(${transform.x}px, ${transform.y}px)` : '';
  const style = { transform: `translate(${column * 100}%, ${row * 100}%)${drag}` };
  const kinds = [
    'piece',
    movable && 'movable',
    isDragging && 'dragging',
    instant && 'instant',
    ghost && 'ghost',
  ];
  return (
    <div
      ref={setNodeRef}
      className={kinds.filter(Boolean).join(' ')}
      style={style}
      data-square={nameOf(square)}
      data-piece={piece}
      {...listeners}
    >
      <PieceDrawing piece={piece} set={set} />
    </div>
  );
});
