// A game after an update of it.
import type { GameNode, GameState, Update } from '../protocol';

// Null if the update does not follow the state: something was missed. One that is old news changes nothing.
export function updated(game: GameState, update: Update): GameState | null {
  if (update.seq <= game.seq) return game;
  if (update.seq !== game.seq + 1) return null;
  const { game: _, seq, nodes, removed, chat, ...parts } = update;
  return {
    ...game,
    ...parts,
    seq,
    nodes: nodes || removed ? mergedNodes(game.nodes, nodes ?? [], removed ?? []) : game.nodes,
    chat: chat ? [...game.chat, ...chat] : game.chat,
  };
}

function mergedNodes(old: GameNode[], changed: GameNode[], removed: number[]): GameNode[] {
  const gone = new Set(removed);
  const fresh = new Map(changed.map((node) => [node.id, node]));
  const kept = old
    .filter((node) => !gone.has(node.id))
    .map((node) => {
      const replacement = fresh.get(node.id);
      fresh.delete(node.id);
      return replacement ?? node;
    });
  return [...kept, ...fresh.values()];
}
