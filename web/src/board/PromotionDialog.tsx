// Which piece the pawn becomes: four squares of the board, beside the pawn's way.
import { useEffect, useRef } from 'react';
import type { LegalMove } from '../protocol';
import type { PieceLetter } from '../geometry/placement';
import { type Square, placeOf } from '../geometry/squares';
import { PieceDrawing } from './pieces';

interface Props {
  moves: readonly LegalMove[];
  to: Square;
  white: boolean;
  flipped: boolean;
  set: 'drawn' | 'symbols';
  onChoice: (move: LegalMove | null) => void;
}

const names = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' } as const;

export function PromotionDialog({ moves, to, white, flipped, set, onChoice }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { column, row } = placeOf(to, flipped);
  const style = { left: `${column * 12.5}%`, ...(row === 0 ? { top: 0 } : { bottom: 0 }) };
  const roles = (['q', 'n', 'r', 'b'] as const).filter((role) =>
    moves.some((move) => move.promotion === role),
  );

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[
      event.key
    ];
    const letter = moves.find((move) => move.promotion === event.key.toLowerCase());
    if (event.key === 'Escape') onChoice(null);
    else if (letter) onChoice(letter);
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="promotion-veil"
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onClick={() => onChoice(null)}
    >
      <div
        role="dialog"
        aria-modal="true"
        aria-label="The pawn becomes a…"
        className={`promotion ${row === 0 ? '' : 'upwards'}`}
        style={style}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
      >
        {roles.map((role, index) => (
          <button
            key={role}
            ref={index === 0 ? first : null}
            type="button"
            aria-label={names[role]}
            onClick={() => onChoice(moves.find((move) => move.promotion === role) ?? null)}
          >
            <PieceDrawing piece={(white ? role.toUpperCase() : role) as PieceLetter} set={set} />
          </button>
        ))}
      </div>
    </div>
  );
}
