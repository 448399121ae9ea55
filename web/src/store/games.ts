// Which of the stored games are worth a line in the list.
import { usualStart } from '../geometry/setup';
import type { GameId, GameSummary } from '../protocol';

// Reset leaves games behind in which nobody has moved. A position that somebody set up is no such game.
export const worthListing = (game: GameSummary, shown: GameId | undefined): boolean =>
  game.plies > 0 ||
  game.id === shown ||
  (game.mode === 'study' ? game.fen !== usualStart : game.result !== null);
