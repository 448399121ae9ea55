// Which of the stored games are worth a line in the list.
import { standardStart } from '../geometry/setup';
import type { GameId, GameSummary } from '../protocol';

// Reset leaves games behind without a move. A position that was set up is kept.
export const worthListing = (game: GameSummary, shown: GameId | undefined): boolean =>
  game.plies > 0 ||
  game.id === shown ||
  (game.mode === 'study' ? game.fen !== standardStart : game.result !== null);
