// The chat with the moves between its lines, by time.
import type { ChatLine, GameNode, GameState } from '../protocol';
import { mainLine } from './tree';

export type ChatEntry = { kind: 'line'; line: ChatLine } | { kind: 'moves'; nodes: GameNode[] };

// A line and a move of the same moment: the move first, for the line may be about it.
// Moves that follow each other without a word between them are one entry. What happened until `since`
// is left out.
export function chatEntries(game: GameState, since = -Infinity): ChatEntry[] {
  const moves = mainLine(game).filter((node) => node.at !== undefined && node.at > since);
  const entries: ChatEntry[] = [];
  let next = 0;
  const pushMoves = (until: number) => {
    const nodes: GameNode[] = [];
    for (let node = moves[next]; node && node.at! <= until; node = moves[++next]) nodes.push(node);
    if (nodes.length) entries.push({ kind: 'moves', nodes });
  };
  for (const line of game.chat) {
    if (line.at <= since) continue;
    pushMoves(line.at);
    entries.push({ kind: 'line', line });
  }
  pushMoves(Infinity);
  return entries;
}

// The moment of the last thing said or done. The server's clock, for the user's own may be another.
export const lastMoment = (game: GameState): number =>
  Math.max(...game.chat.map((line) => line.at), ...game.nodes.map((node) => node.at ?? -Infinity), -Infinity);
