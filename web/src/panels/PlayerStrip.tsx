// One player beside the board: name, what they have taken, their clock.
import { useMemo } from 'react';
import { PieceDrawing } from '../board/pieces';
import { materialOf, placementOf } from '../geometry/placement';
import type { PieceLetter } from '../geometry/placement';
import { client } from '../client';
import { Menu } from '../parts/Menu';
import type { Color, EngineId, Result } from '../protocol';
import { useStore } from '../store/store';
import { nodeInView } from '../store/view';
import { Clock } from './Clock';

// Another level or another engine in the middle of the game.
function StrengthMenu({
  name,
  engine,
  level,
}: {
  name: string;
  engine: EngineId | undefined;
  level: number | undefined;
}) {
  const about = useStore((state) => state.about);
  const engines = about?.engines.filter((each) => each.available && each.id !== engine) ?? [];
  const levels = about?.levels.filter((each) => each.level !== level) ?? [];
  return (
    <Menu
      className="strength"
      label={`${name}: change the engine or its level`}
      button={<span className="name">{name}</span>}
      items={[
        ...engines.map((each) => ({
          label: each.name,
          hint: each.about,
          action: () => void client.say({ type: 'strength', engine: each.id }),
        })),
        ...levels.map((each) => ({
          label: `Level ${each.level}: ${each.name}`,
          ...(each.elo === null ? {} : { hint: `about ${each.elo} Elo` }),
          action: () => void client.say({ type: 'strength', level: each.level }),
        })),
      ]}
    />
  );
}

const how: Record<Result['ending'], string> = {
  checkmate: ' by checkmate',
  stalemate: ' by stalemate',
  insufficient_material: ' by insufficient material',
  fifty_moves: ' by the fifty-move rule',
  threefold_repetition: ' by threefold repetition',
  seventy_five_moves: ' by the seventy-five-move rule',
  fivefold_repetition: ' by fivefold repetition',
  agreement: ' by agreement',
  resignation: ' by resignation',
  time: ' on time',
  unknown: '', // an imported game may say its result, but not how it ended
};

function outcomeFor(result: Result | null, color: Color): string {
  if (!result) return '';
  if (result.winner === null) return `draw${how[result.ending]}`;
  return result.winner === color ? `wins${how[result.ending]}` : '';
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
      {player.kind === 'engine' && game.result === null ? (
        <StrengthMenu name={player.name} engine={player.engine} level={player.level} />
      ) : (
        <span className="name" dir="auto" title={player.name}>
          {player.name}
        </span>
      )}
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
