import { describe, expect, it } from 'vitest';
import { standardStart } from '../src/geometry/setup';
import type { GameSummary } from '../src/protocol';
import { worthListing } from '../src/store/games';

const summary = (parts: Partial<GameSummary>): GameSummary => ({
  id: 'k3x9m2p7qa',
  created: 1,
  changed: 2,
  mode: 'engine',
  variant: 'standard',
  white: 'You',
  black: 'Alpha-beta',
  plies: 0,
  result: null,
  fen: standardStart,
  ...parts,
});

describe('the list of games', () => {
  it('leaves out games without a move', () => {
    expect(worthListing(summary({}), undefined)).toBe(false);
    expect(worthListing(summary({ mode: 'people', variant: 'chess960' }), undefined)).toBe(false);
    expect(worthListing(summary({ mode: 'study' }), undefined)).toBe(false);
  });
  it('has the game on the screen, games with moves, and positions that were set up', () => {
    expect(worthListing(summary({}), 'k3x9m2p7qa')).toBe(true);
    expect(worthListing(summary({ plies: 1 }), undefined)).toBe(true);
    expect(worthListing(summary({ mode: 'study', fen: '8/8/8/8/8/2k5/8/2K4Q w - - 0 1' }), undefined)).toBe(
      true,
    );
  });
});
