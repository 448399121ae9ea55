// What the user looks at, put together from the state.
import type { GameNode, Position, Score, Thinking, Tree, Uci } from '../protocol';
import type { State } from './state';
import { nodeOf } from './tree';

export const nodeInView = (state: State): GameNode | undefined =>
  state.game ? nodeOf(state.game, state.cursor) : undefined;

// With its legal moves; null until the server has told them.
export function positionInView(state: State): Position | null {
  if (!state.game) return null;
  if (state.cursor === state.game.tip) return state.game.position;
  return state.looked[state.cursor] ?? null;
}

// An engine that plays against the user thinks in private, unless the user wants to watch.
export function thinkingInView(state: State, watchEngine: boolean): Thinking | null {
  const { thinking } = state;
  if (!thinking || thinking.node !== state.cursor) return null;
  return thinking.purpose === 'play' && !watchEngine ? null : thinking;
}

// The tree, by the same rule.
export function treeInView(state: State, watchEngine: boolean): Tree | null {
  const { tree, thinking } = state;
  if (!tree || tree.node !== state.cursor) return null;
  return thinking?.purpose === 'play' && thinking.search === tree.search && !watchEngine ? null : tree;
}

// The move the engine has just advised here: the user sees it on the board, wherever the chat is.
export function adviceInView(state: State): Uci | null {
  const line = state.game?.chat.at(-1);
  if (line?.from !== 'engine') return null;
  for (const part of line.parts)
    if (part.type === 'line' && part.node === state.cursor) return part.moves[0]?.uci ?? null;
  return null;
}

// Always the same objects: a selector must not answer with something new each time.
const whiteWon: Score = { mate: 1 };
const blackWon: Score = { mate: -1 };

export function scoreInView(state: State, watchEngine: boolean): Score | null {
  const live = thinkingInView(state, watchEngine)?.lines[0]?.score;
  if (live) return live;
  const { game } = state;
  if (game?.result && state.cursor === game.tip && game.result.ending === 'checkmate')
    return game.result.winner === 'white' ? whiteWon : blackWon;
  return nodeInView(state)?.evaluation?.score ?? null;
}
