// One player beside the board: name, what they have taken, their clock.
import { useMemo } from 'react';
import { PieceDrawing } from '../board/pieces';
import { materialOf, placementOf } from '../geometry/placement';
import type { PieceLetter } from '../geometry/placement';
import type { Color, Result } from '../protocol';
import { useStore } from '../store/store';
import { nodeInView } from '../store/view';
import { Clock } from './Clock';

function outcomeFor(result: Result | null, color: Color): string {
  if (!result) return '';
  const how = result.ending.replaceAll('_', ' ');
  if (result.winner === null) return `draw · ${how}`;
  return result.winner === color ? `wins · ${how}` : '';
}

export function PlayerStrip({ color }: { color: Color }) {
  const game = useStore((state) => state.game);
  const fen = useStore((state) => nodeInView(state)?.fen ?? '');
  const material = useMemo(() => materialOf(placementOf(fen)), [fen]);
  if (!game) return <div className="player" />;
  const player = game.players[color];
  const lead = color === 'white' ? material.lead : -material.lead;
  const toMove = game.result === null && game.position.turn === color;
  const thinks = toMove && player.kind === 'engine';
  const won = game.result?.winner === color;
  return (
    <div className={`player ${toMove ? 'to-move' : ''}`}>
      <span className={`dot ${color}`} aria-hidden="true" />
      <span className="name">{player.name}</span>
      {player.elo != null && <span className="elo">{player.elo}</span>}
      <span className="material" aria-label={lead > 0 ? `ahead by ${lead}` : undefined}>
        {material[color].map((role, index) => (
          <PieceDrawing
            key={index}
            piece={(color === 'white' ? role : role.toUpperCase()) as PieceLetter}
            set="drawn"
          />
        ))}
        {lead > 0 && <span>+{lead}</span>}
      </span>
      <span className={won ? 'state won' : 'state'}>
        {thinks ? 'thinking…' : outcomeFor(game.result, color)}
      </span>
      <Clock color={color} />
    </div>
  );
}
