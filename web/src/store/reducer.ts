// How each thing that happens changes what the page knows.
import { spokenMove } from '../format';
import type { FromServer, GameState, NodeId, Update } from '../protocol';
import { type Action, type State, firstState } from './state';
import { mainLine, nodeOf } from './tree';
import { updated } from './update';

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'received':
      return received(state, action.message, action.at);
    case 'link':
      return { ...state, link: action.link };
    case 'show':
      return state.game && nodeOf(state.game, action.node)
        ? { ...state, cursor: action.node, preview: null }
        : state;
    case 'preview':
      return { ...state, preview: action.preview };
    case 'heat':
      return { ...state, heat: action.heat };
    case 'flip':
      return { ...state, flipped: !state.flipped };
    case 'dialog':
      return { ...state, dialog: action.dialog };
    case 'notice': {
      const id = (state.notices.at(-1)?.id ?? 0) + 1;
      const others = state.notices.filter((notice) => notice.text !== action.text).slice(-2);
      return { ...state, notices: [...others, { id, text: action.text, kind: action.kind }] };
    }
    case 'dismiss':
      return { ...state, notices: state.notices.filter((notice) => notice.id !== action.id) };
    case 'announce':
      return announced(state, action.text);
  }
}

function announced(state: State, text: string): State {
  return { ...state, announcement: { text, number: state.announcement.number + 1 } };
}

function received(state: State, message: FromServer, at: number): State {
  switch (message.type) {
    case 'hello':
      return { ...state, about: message.about };
    case 'joined': {
      let next = state;
      if (message.state) next = entered(state, message.state, at);
      for (const update of message.updates) next = afterUpdate(next, update, at);
      // The clocks of updates that were missed are as old as those.
      const game = next.game && { ...next.game, clocks: message.clocks };
      return { ...next, game, clocksAt: at, thinking: message.thinking, tree: message.tree };
    }
    case 'update':
      return afterUpdate(state, message, at);
    case 'position':
      if (message.game !== state.game?.id) return state;
      return { ...state, looked: { ...state.looked, [message.node]: message.position } };
    case 'thinking': {
      const { type: _, ...thinking } = message;
      const stale = message.game !== state.game?.id || message.search < (state.thinking?.search ?? 0);
      return stale ? state : { ...state, thinking };
    }
    case 'tree': {
      if (message.game !== state.game?.id || message.search < (state.tree?.search ?? 0)) return state;
      const { type: _, ...tree } = message;
      return { ...state, tree, branches: tree.search === state.tree?.search ? state.branches : {} };
    }
    case 'branch':
      if (message.search !== state.tree?.search) return state;
      return { ...state, branches: { ...state.branches, [message.path.join(',')]: message } };
    case 'done':
    case 'error':
      return state; // The caller of request() gets it.
  }
}

// A game seen for the first time, or seen whole again after a gap.
function entered(state: State, game: GameState, at: number): State {
  const again = state.game?.id === game.id;
  const cursor =
    again && nodeOf(game, state.cursor) && state.cursor !== state.game?.tip ? state.cursor : game.tip;
  const { about, link, notices, dialog, announcement, heat } = state;
  const kept = again ? state : { ...firstState, about, link, notices, dialog, announcement, heat };
  const flipped = again
    ? state.flipped
    : game.players.white.kind === 'engine' && game.players.black.kind === 'person';
  return { ...kept, game, clocksAt: at, cursor, flipped, looked: {} };
}

function afterUpdate(state: State, update: Update, at: number): State {
  const before = state.game;
  if (!before || update.game !== before.id) return state;
  const game = updated(before, update);
  if (!game) return state; // The connection sees the gap and asks again.
  const next: State = {
    ...state,
    game,
    cursor: cursorAfter(state, before, game, update),
    clocksAt: update.clocks === undefined ? state.clocksAt : at,
    looked: update.removed ? without(state.looked, update.removed) : state.looked,
  };
  const words = wordsFor(before, game, update);
  return words ? announced(next, words) : next;
}

function cursorAfter(state: State, before: GameState, game: GameState, update: Update): NodeId {
  const followed = state.cursor === before.tip;
  if (game.tip !== before.tip && followed) return game.tip;
  // A move of the user's own in a study: go with it.
  const added = update.nodes?.find((node) => !nodeOf(before, node.id) && node.parent === state.cursor);
  if (added && before.may.vary) return added.id;
  if (nodeOf(game, state.cursor)) return state.cursor;
  let cursor: NodeId | null = state.cursor;
  while (cursor !== null && !nodeOf(game, cursor)) cursor = nodeOf(before, cursor)?.parent ?? null;
  return cursor ?? game.tip;
}

function without<T>(record: Readonly<Record<number, T>>, keys: number[]): Record<number, T> {
  const rest = { ...record };
  for (const key of keys) delete rest[key];
  return rest;
}

function wordsFor(before: GameState, game: GameState, update: Update): string | null {
  const parts: string[] = [];
  const tip = nodeOf(game, game.tip);
  if (game.tip !== before.tip && tip?.san && !update.removed) {
    const mover = game.position.turn === 'white' ? 'Black' : 'White';
    parts.push(`${mover}: ${spokenMove(tip.san)}.`);
  } else if (update.removed && game.tip !== before.tip) {
    parts.push(`Move taken back. ${mainLine(game).length - 1} half-moves remain.`);
  }
  if (game.result && !before.result) parts.push(`${game.result.text}.`);
  if (game.drawOffer && !before.drawOffer)
    parts.push(`${game.drawOffer === 'white' ? 'White' : 'Black'} offers a draw.`);
  return parts.length ? parts.join(' ') : null;
}
