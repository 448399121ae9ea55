// The games on this Tabiya, the last ones first.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { deleteGame, listGames } from '../net/http';
import { Dialog, closeDialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import type { GameSummary } from '../protocol';
import { worthListing } from '../store/games';
import { store, useStore } from '../store/store';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const countOf = (moves: number): string => (moves === 1 ? '1 move' : `${moves} moves`);

// A study from a PGN has players; one that was begun here has only sides.
const titleOf = ({ mode, white, black }: GameSummary): string =>
  mode === 'study' && white === 'White' && black === 'Black' ? 'Study' : `${white} – ${black}`;

export function GamesDialog() {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  useEffect(() => {
    const now = store.current().game?.id;
    listGames().then(
      (all) => setGames(all.filter((game) => worthListing(game, now))),
      (error: unknown) => client.showError(error),
    );
  }, []);
  const [sure, setSure] = useState<string | null>(null);
  const shown = useStore((state) => state.game?.id);
  const remove = async (id: string) => {
    try {
      await deleteGame(id);
      setGames((all) => all?.filter((game) => game.id !== id) ?? null);
    } catch (error) {
      client.showError(error);
    }
  };
  return (
    <Dialog title="Games">
      {games === null && <p className="quiet">Loading games…</p>}
      {games?.length === 0 && <p className="quiet">No games yet</p>}
      <ul className="games">
        {games?.map((game) => (
          <li key={game.id}>
            <button
              type="button"
              onClick={() => void client.join(game.id).then((done) => done && closeDialog())}
            >
              <strong dir="auto">{titleOf(game)}</strong>
              <span>
                {game.variant === 'chess960' && 'Chess960 · '}
                {countOf(Math.ceil(game.plies / 2))} ·{' '}
                {game.result?.text ?? (game.mode === 'study' ? 'open' : 'in progress')}
              </span>
              <time dateTime={new Date(game.changed).toISOString()}>{when.format(game.changed)}</time>
            </button>
            {/* Not the one that is on the screen. */}
            {game.id !== shown && (
              <button
                type="button"
                className={sure === game.id ? 'danger' : 'plain square-button'}
                aria-label={`Delete ${titleOf(game)}`}
                onBlur={() => setSure(null)}
                onClick={() => (sure === game.id ? void remove(game.id) : setSure(game.id))}
              >
                {sure === game.id ? 'Delete?' : <Icon name="trash" />}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
