// One square: its colour, its marks, and its name and contents for those who listen.
import { memo } from 'react';
import { type PieceLetter, pieceName } from '../geometry/placement';
import { type Square, isDark, nameOf } from '../geometry/squares';

export interface SquareMarks {
  selected?: boolean;
  target?: 'move' | 'capture';
  last?: boolean;
  check?: boolean;
  premove?: boolean;
  mark?: string; // a colour the user marked it with
  heat?: number; // 0 to 1
  over?: boolean; // a dragged piece is above it
}

interface Props extends SquareMarks {
  square: Square;
  piece: PieceLetter | null;
  focusable: boolean;
  column: number; // 1 to 8, as the screen has it
  file: string; // a coordinate in the corner, or nothing
  rank: string;
}

export const ChessSquare = memo(function ChessSquare(props: Props) {
  const {
    square,
    piece,
    focusable,
    column,
    file,
    rank,
    selected,
    target,
    last,
    check,
    premove,
    mark,
    heat,
    over,
  } = props;
  const kinds = [
    'square',
    isDark(square) ? 'dark' : 'light',
    selected && 'selected',
    last && 'last',
    check && 'check',
    premove && 'premove',
    over && 'over',
    target && `target-${target}`,
  ];
  const words = [nameOf(square), piece ? pieceName(piece) : 'empty'];
  if (check) words.push('in check');
  if (selected) words.push('selected');
  if (target) words.push(target === 'capture' ? 'can be captured' : 'legal move');
  if (last) words.push('last move');
  return (
    <div
      role="gridcell"
      className={kinds.filter(Boolean).join(' ')}
      data-square={nameOf(square)}
      aria-label={words.join(', ')}
      aria-selected={selected ?? false}
      aria-colindex={column}
      tabIndex={focusable ? 0 : -1}
    >
      {heat !== undefined && heat > 0.004 && (
        <span className="heat" style={{ opacity: Math.min(0.92, 0.12 + heat * 0.9) }} />
      )}
      {mark && <span className={`mark ${mark}`} />}
      {target && <span className="target" />}
      {rank && <span className="coordinate rank" data-text={rank} />}
      {file && <span className="coordinate file" data-text={file} />}
    </div>
  );
});
