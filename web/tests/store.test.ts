import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { soundBetween } from '../src/parts/useSounds';
import { titleOf } from '../src/parts/useTitle';
import { type FromServer, type GameNode, type GameState, fromServer } from '../src/protocol';
import { chatEntries, lastMoment } from '../src/store/chat';
import { usableEngine } from '../src/store/engines';
import { graphPoints, nearestPoint } from '../src/store/graph';
import { heatOf, shortfall } from '../src/store/heat';
import { moveRows } from '../src/store/moveRows';
import { reduce } from '../src/store/reducer';
import { type State, firstState } from '../src/store/state';
import { childrenOf, mainLine, neighbourIn, pathTo } from '../src/store/tree';
import { updated } from '../src/store/update';
import { positionInView, scoreInView, thinkingInView, treeInView } from '../src/store/view';

function example(name: string): FromServer {
  return fromServer(
    JSON.parse(
      readFileSync(new URL(`../protocol-examples/from-server/${name}.json`, import.meta.url), 'utf8'),
    ),
    '',
  );
}
function after(...names: string[]): State {
  return names.reduce(
    (state, name) => reduce(state, { type: 'received', message: example(name), at: 1000 }),
    firstState,
  );
}
const played = (state: State) =>
  mainLine(state.game!)
    .slice(1)
    .map((node) => node.san);

describe('joining', () => {
  it('shows the state and stands at its tip', () => {
    const state = after('hello', 'joined_state');
    expect(played(state)).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    expect(state.cursor).toBe(4);
    expect(state.about?.engines).toHaveLength(2);
    expect(positionInView(state)?.legal.length).toBeGreaterThan(20);
  });

  it('after a loss takes exactly what was missed', () => {
    const state = after('joined_state', 'joined_missed');
    expect(played(state)).toEqual(['e4', 'c5', 'Nf3', 'd6', 'd4']);
    expect(state.game?.seq).toBe(10);
    expect(state.thinking?.search).toBe(17);
    expect(state.tree?.search).toBe(17);
    expect(state.game?.clocks).toEqual({ white: 303200, black: 301950, running: 'black' });
  });

  it('another game forgets what belonged to the one before', () => {
    const state = after('joined_state', 'thinking', 'position', 'joined_game_over');
    expect(state.thinking).toBeNull();
    expect(state.looked).toEqual({});
    expect(state.game?.result?.ending).toBe('checkmate');
  });

  it('the same game again, whole, leaves the user where they are', () => {
    const before = reduce(after('joined_state'), { type: 'show', node: 2 });
    const state = reduce(before, { type: 'received', message: example('joined_state'), at: 2000 });
    expect(state.cursor).toBe(2);
  });
});

describe('updates', () => {
  it('a move is added, the user goes along and it is announced', () => {
    const state = after('joined_state', 'update_move');
    expect(played(state).at(-1)).toBe('d4');
    expect(state.cursor).toBe(5);
    expect(state.announcement.text).toBe('White: d4.');
    expect(state.clocksAt).toBe(1000);
  });

  it('a user who looks at an earlier position stays there', () => {
    const looking = reduce(after('joined_state'), { type: 'show', node: 1 });
    expect(reduce(looking, { type: 'received', message: example('update_move'), at: 0 }).cursor).toBe(1);
  });

  it('taking back removes nodes and puts the user on the tip', () => {
    const state = after('joined_state', 'update_move', 'update_take_back');
    expect(played(state)).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    expect(state.cursor).toBe(4);
    expect(state.announcement.text).toContain('Move taken back');
  });

  it('old ones change nothing, and after a gap nothing is guessed', () => {
    const state = after('joined_state', 'update_move');
    expect(reduce(state, { type: 'received', message: example('update_move'), at: 5 }).game).toBe(state.game);
    const gap = reduce(after('joined_state'), { type: 'received', message: example('update_result'), at: 5 });
    expect(gap.game?.result).toBeNull();
    expect(gap.game?.seq).toBe(9);
  });

  it('replace parts, add chat lines, and tell the result', () => {
    const state = after('joined_state', 'update_move', 'update_take_back', 'update_result');
    expect(state.game?.result?.text).toBe('Draw by agreement');
    expect(state.game?.chat).toHaveLength(5);
    expect(state.game?.may.rematch).toBe(true);
    expect(state.announcement.text).toBe('Draw by agreement.');
  });

  it('of another game are ignored', () => {
    const state = after('joined_state');
    expect(reduce(state, { type: 'received', message: example('update_variation'), at: 0 })).toBe(state);
  });

  it('replace a node of the same id in its place', () => {
    const game = after('joined_game_over').game!;
    const node = { ...game.nodes[2]!, comment: 'Hm.' };
    const next = updated(game, { game: game.id, seq: game.seq + 1, nodes: [node] })!;
    expect(next.nodes[2]?.comment).toBe('Hm.');
    expect(next.nodes).toHaveLength(game.nodes.length);
  });

  it('a variation of one’s own is followed in a study', () => {
    const start = reduce(after('joined_game_over'), { type: 'show', node: 0 });
    const state = reduce(start, { type: 'received', message: example('update_variation'), at: 0 });
    expect(state.cursor).toBe(5);
    expect(childrenOf(state.game!, 0).map((node) => node.san)).toEqual(['f3', 'e4']);
  });
});

describe('engine output', () => {
  it('of an older search never replaces that of a newer one', () => {
    const state = after('joined_state', 'thinking');
    const old = { ...(example('thinking') as Extract<FromServer, { type: 'thinking' }>), search: 3 };
    expect(reduce(state, { type: 'received', message: old, at: 0 })).toBe(state);
  });

  it('counts from the beginning again after a restart of the server', () => {
    const young = { ...(example('thinking') as Extract<FromServer, { type: 'thinking' }>), search: 1 };
    const state = after('joined_state', 'thinking', 'joined_state');
    expect(reduce(state, { type: 'received', message: young, at: 0 }).thinking?.search).toBe(1);
  });

  it('shows in view only at the position it is about', () => {
    const state = after('joined_state', 'thinking');
    expect(scoreInView(state, false)).toEqual({ cp: 42 });
    expect(thinkingInView(reduce(state, { type: 'show', node: 1 }), false)).toBeNull();
  });

  it('of an opponent is private unless one wants to watch', () => {
    const message = {
      ...(example('thinking') as Extract<FromServer, { type: 'thinking' }>),
      purpose: 'play' as const,
      search: 18,
    };
    const state = [message, example('tree')].reduce<State>(
      (before, each) => reduce(before, { type: 'received', message: each, at: 0 }),
      after('joined_state'),
    );
    expect(thinkingInView(state, false)).toBeNull();
    expect(treeInView(state, false)).toBeNull();
    expect(thinkingInView(state, true)).not.toBeNull();
    expect(treeInView(state, true)).not.toBeNull();
  });

  it('branches belong to their tree and go with it', () => {
    const state = after('joined_state', 'tree', 'branch');
    expect(state.branches['d2d4']?.moves).toHaveLength(2);
    const newer = { ...(example('tree') as Extract<FromServer, { type: 'tree' }>), search: 19 };
    expect(reduce(state, { type: 'received', message: newer, at: 0 }).branches).toEqual({});
  });

  it('warms squares: the warmest is 1', () => {
    const { tree } = after('joined_state', 'tree');
    const heat = heatOf(tree, 'prior')!;
    expect(Math.max(...heat.values())).toBe(1);
    expect(heatOf(tree, 'off')).toBeNull();
  });

  it('colours moves by how much worse they are than the best', () => {
    const { moves } = after('joined_state', 'tree').tree!;
    expect(shortfall(moves, moves[0]!)).toBe(0);
    expect(shortfall(moves, moves[2]!)).toBeCloseTo(0.12);
    expect(shortfall(moves, moves[3]!)).toBe(1);
  });
});

describe('the title of the tab', () => {
  it('tells whose move it is, and how it ended', () => {
    expect(titleOf(after('joined_state').game)).toBe('Your move – Tabiya');
    expect(titleOf(after('joined_state', 'update_move').game)).toBe('Thinking… – Tabiya');
    expect(titleOf(after('joined_game_over').game)).toBe('Checkmate, black wins – Tabiya');
    expect(titleOf(null)).toBe('Tabiya');
  });
});

describe('engines', () => {
  it('one that is not there is replaced by one that is', () => {
    const { about } = after('hello');
    expect(usableEngine(about, 'mcts')).toBe('alphabeta');
    expect(usableEngine(about, 'alphabeta')).toBe('alphabeta');
    expect(usableEngine(null, 'mcts')).toBe('mcts');
  });
});

describe('the tree of a game', () => {
  const node = (
    id: number,
    parent: number | null,
    order: number,
    ply: number,
    san: string | null,
    more: Partial<GameNode> = {},
  ): GameNode => ({
    id,
    parent,
    order,
    ply,
    uci: san && 'e2e4',
    san,
    from: null,
    to: null,
    fen: '',
    check: null,
    ...more,
  });
  const game = (nodes: GameNode[], tip: number): GameState => ({
    ...after('joined_state').game!,
    nodes,
    tip,
    start: 'x w - - 0 1',
    chat: [],
  });
  //  0 - 1 e4 - 2 e5 - 3 Nf3
  //           \ 4 c5 - 5 Nc3
  const small = game(
    [
      node(0, null, 0, 0, null),
      node(1, 0, 0, 1, 'e4'),
      node(4, 1, 2, 2, 'c5'),
      node(2, 1, 1, 2, 'e5'),
      node(3, 2, 0, 3, 'Nf3'),
      node(5, 4, 0, 3, 'Nc3'),
    ],
    3,
  );

  it('has children in their order, not in that of the list', () => {
    expect(childrenOf(small, 1).map(({ san }) => san)).toEqual(['e5', 'c5']);
    expect(pathTo(small, 5).map(({ id }) => id)).toEqual([0, 1, 4, 5]);
  });

  it('is walked step by step and to its ends', () => {
    expect(neighbourIn(small, 4, 'back')).toBe(1);
    expect(neighbourIn(small, 0, 'back')).toBe(0);
    expect(neighbourIn(small, 1, 'forward')).toBe(2);
    expect(neighbourIn(small, 4, 'last')).toBe(5);
    expect(neighbourIn(small, 5, 'first')).toBe(0);
  });

  it('is listed in rows, which a variation breaks', () => {
    const rows = moveRows(small);
    expect(
      rows.map((row) =>
        row.kind === 'moves'
          ? [row.number, row.white?.san ?? null, row.black?.san ?? null]
          : row.variations.map(({ san }) => san),
      ),
    ).toEqual([[1, 'e4', 'e5'], ['c5'], [2, 'Nf3', null]]);
  });

  it('begins with Black’s move after a comment on White’s', () => {
    const commented = game(
      [
        node(0, null, 0, 0, null),
        node(1, 0, 0, 1, 'e4', { comment: 'Best by test.' }),
        node(2, 1, 0, 2, 'e5'),
      ],
      2,
    );
    expect(
      moveRows(commented).map((row) =>
        row.kind === 'moves' ? [row.white?.san ?? null, row.black?.san ?? null] : row.comment,
      ),
    ).toEqual([['e4', null], 'Best by test.', [null, 'e5']]);
  });

  it('has a graph of what was evaluated, and the nearest point is found', () => {
    const judged = game(
      [
        node(0, null, 0, 0, null, { evaluation: { score: { cp: 0 }, depth: 1 } }),
        node(1, 0, 0, 1, 'e4'),
        node(2, 1, 0, 2, 'e5', { evaluation: { score: { mate: 2 }, depth: 1 } }),
      ],
      2,
    );
    const points = graphPoints(judged);
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0.5],
      [1, 0],
    ]);
    expect(nearestPoint(points, 0.7)?.node).toBe(2);
    expect(nearestPoint([], 0.7)).toBeNull();
  });

  it('speaks between the lines of the chat, by time', () => {
    const line = (id: number, at: number) => ({ id, at, from: 'person' as const, parts: [] });
    const talked = {
      ...game(
        [
          node(0, null, 0, 0, null),
          node(1, 0, 0, 1, 'e4', { at: 10 }),
          node(2, 1, 0, 2, 'e5', { at: 20 }),
          node(3, 2, 0, 3, 'Nf3', { at: 40 }),
        ],
        3,
      ),
      chat: [line(1, 5), line(2, 20)],
    };
    const said = (since?: number) =>
      chatEntries(talked, since).map((each) =>
        each.kind === 'line' ? each.line.id : each.nodes.map(({ san }) => san),
      );
    expect(said()).toEqual([1, ['e4', 'e5'], 2, ['Nf3']]);
    // Cleared in between, it goes on from there.
    expect(said(10)).toEqual([['e5'], 2, ['Nf3']]);
    expect(said(lastMoment(talked))).toEqual([]);
  });

  it('is heard: a capture sounds like one, the end like the end', () => {
    const taken = { ...small, nodes: [...small.nodes, node(6, 3, 0, 4, 'Bxc6')] };
    expect(soundBetween(small, taken)).toBe('capture');
    expect(soundBetween(small, { ...taken, result: after('joined_game_over').game!.result })).toBe('end');
    expect(soundBetween(small, { ...small, id: 'k3x9m2p7qb' })).toBeNull();
    expect(soundBetween(null, small)).toBeNull();
  });
});
