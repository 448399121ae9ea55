import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fenFragment, gameFragment, movesFragment, placeOfFragment } from '../src/link';
import { gameState } from '../src/protocol';
import { settingsFrom, standardSettings } from '../src/settings';
import { pathTo } from '../src/store/tree';
import { newGameFrom } from '../src/newGame';

const game = gameState(
  JSON.parse(readFileSync(new URL('../protocol-examples/http/state.json', import.meta.url), 'utf8')),
  '',
);

describe('links', () => {
  it('to a game come back as that game', () => {
    expect(placeOfFragment(gameFragment('k3x9m2p7qa'))).toEqual({ kind: 'game', id: 'k3x9m2p7qa' });
  });

  it('to a position come back as a study of it', () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    expect(fenFragment(fen)).toBe('#/fen/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1');
    expect(placeOfFragment(fenFragment(fen))).toEqual({
      kind: 'study',
      newGame: { mode: 'study', start: { fen } },
    });
  });

  it('to moves hold the start where it is not the usual one', () => {
    expect(movesFragment(game, pathTo(game, 3))).toBe('#/moves/e2e4,c7c5,g1f3');
    expect(placeOfFragment('#/moves/e2e4,c7c5')).toEqual({
      kind: 'study',
      newGame: { mode: 'study', start: {}, moves: ['e2e4', 'c7c5'] },
    });
    const other = {
      ...game,
      variant: 'chess960' as const,
      start: 'bbqnrkrn/8/8/8/8/8/8/BBQNRKRN w KQkq - 0 1',
    };
    expect(placeOfFragment(movesFragment(other, pathTo(other, 1)))).toEqual({
      kind: 'study',
      newGame: { mode: 'study', start: { variant: 'chess960', fen: other.start }, moves: ['e2e4'] },
    });
  });

  it.each([
    '',
    '#',
    '#/game/UPPER',
    '#/game/../../etc',
    '#/moves/e2e4,javascript:alert(1)',
    '#/nothing/x',
    '#%E0%A4%A',
    '#token=1',
  ])('%j is no place of ours', (fragment) => {
    expect(placeOfFragment(fragment)).toBeNull();
  });
});

describe('settings', () => {
  it('keep what is readable and fall back for the rest', () => {
    const stored = JSON.stringify({ theme: 'dark', pieces: 'emoji', level: 'ten', sounds: false });
    expect(settingsFrom(stored)).toEqual({ ...standardSettings, theme: 'dark', sounds: false });
  });
  it.each([null, '', 'null', '7', '[]', '{"theme":'])('%j gives the standard ones', (stored) => {
    expect(settingsFrom(stored)).toEqual(standardSettings);
  });
});

describe('a new game as the settings describe it', () => {
  const liked = { ...standardSettings, minutes: 5, increment: 3, level: 4 };
  it('has an opponent and a clock', () => {
    expect(newGameFrom(liked, null, {})).toEqual({
      mode: 'engine',
      start: {},
      control: { initial: 300_000, increment: 3000 },
      color: 'white',
      engine: 'alphabeta',
      level: 4,
    });
  });
  it('has no opponent between two people, and neither clock nor claims in a study', () => {
    expect(newGameFrom({ ...liked, mode: 'people', minutes: 0, claims: true }, null, {})).toEqual({
      mode: 'people',
      start: {},
      control: null,
      claims: true,
    });
    expect(newGameFrom({ ...liked, mode: 'study', claims: true }, null, { number: 1 })).toEqual({
      mode: 'study',
      start: { number: 1 },
    });
  });
});
