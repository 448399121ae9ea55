// Questions about the tree of a game's positions.
import type { GameNode, GameState, NodeId } from '../protocol';

export type Nodes = ReadonlyMap<NodeId, GameNode>;

const indexed = new WeakMap<
  readonly GameNode[],
  { nodes: Nodes; children: ReadonlyMap<NodeId, GameNode[]> }
>();

// Made once for each list of nodes; lists are never changed, only replaced.
function indexOf(list: readonly GameNode[]) {
  let index = indexed.get(list);
  if (!index) {
    const nodes = new Map(list.map((node) => [node.id, node]));
    const children = new Map<NodeId, GameNode[]>();
    for (const node of list) {
      if (node.parent === null) continue;
      const siblings = children.get(node.parent);
      if (siblings) siblings.push(node);
      else children.set(node.parent, [node]);
    }
    for (const siblings of children.values()) siblings.sort((a, b) => a.order - b.order);
    index = { nodes, children };
    indexed.set(list, index);
  }
  return index;
}

export const nodeOf = (game: GameState, id: NodeId): GameNode | undefined =>
  indexOf(game.nodes).nodes.get(id);

// The main continuation first.
export const childrenOf = (game: GameState, id: NodeId): readonly GameNode[] =>
  indexOf(game.nodes).children.get(id) ?? [];

// From the start to this node, both included.
export function pathTo(game: GameState, id: NodeId): GameNode[] {
  const path: GameNode[] = [];
  for (
    let node = nodeOf(game, id);
    node;
    node = node.parent === null ? undefined : nodeOf(game, node.parent)
  ) {
    path.unshift(node);
  }
  return path;
}

// From this node along the first children to the end of the line, this node left out.
export function continuationOf(game: GameState, id: NodeId): GameNode[] {
  const line: GameNode[] = [];
  for (let node = childrenOf(game, id)[0]; node; node = childrenOf(game, node.id)[0]) line.push(node);
  return line;
}

export const mainLine = (game: GameState): GameNode[] => pathTo(game, game.tip);

export function neighbourIn(
  game: GameState,
  id: NodeId,
  step: 'first' | 'back' | 'forward' | 'last',
): NodeId {
  switch (step) {
    case 'first':
      return game.nodes[0]?.id ?? 0;
    case 'back':
      return nodeOf(game, id)?.parent ?? id;
    case 'forward':
      return childrenOf(game, id)[0]?.id ?? id;
    case 'last':
      return continuationOf(game, id).at(-1)?.id ?? id;
  }
}
