// The games on this Tabiya, the last ones first.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { listGames } from '../net/http';
import { Dialog, closeDialog } from '../parts/Dialog';
import type { GameSummary } from '../protocol';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function GamesDialog() {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  useEffect(() => {
    listGames().then(setGames, (error: unknown) => client.complain(error));
  }, []);
  const title = (game: GameSummary) => (game.mode === 'study' ? 'Study' : `${game.white} – ${game.black}`);
  return (
    <Dialog title="Games">
      {games?.length === 0 && <p className="quiet">There are no games yet.</p>}
      <ul className="games">
        {games?.map((game) => (
          <li key={game.id}>
            <button
              type="button"
              onClick={() => void client.join(game.id).then((done) => done && closeDialog())}
            >
              <strong>{title(game)}</strong>
              <span>
                {game.variant === 'chess960' && 'Chess960 · '}
                {Math.ceil(game.plies / 2)} moves ·{' '}
                {game.result?.text ?? (game.mode === 'study' ? 'open' : 'in progress')}
              </span>
              <time dateTime={new Date(game.changed).toISOString()}>{when.format(game.changed)}</time>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
