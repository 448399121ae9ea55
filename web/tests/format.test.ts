import { describe, expect, it } from 'vitest';
import {
  clockText,
  countText,
  moveNumber,
  percentText,
  scoreText,
  scoreWords,
  shareOfWhite,
  shortScoreText,
  spentText,
  spokenMove,
  valueText,
} from '../src/format';
import { movesTyped } from '../src/panels/MoveInput';
import { numbered } from '../src/parts/numbered';
import type { LegalMove } from '../src/protocol';

describe('scores', () => {
  it.each([
    [{ cp: 31 }, '+0.31'],
    [{ cp: -150 }, '−1.50'],
    [{ cp: 0 }, '0.00'],
    [{ cp: -1234 }, '−12.3'],
    [{ mate: 3 }, '+M3'],
    [{ mate: -2 }, '−M2'],
  ])('%j is %s', (score, text) => expect(scoreText(score)).toBe(text));

  it.each([
    [0.314, '+0.31'],
    [-0.02, '−0.02'],
    [0.004, '0.00'],
    [-0.004, '0.00'],
  ])('a value of %d is %s', (value, text) => expect(valueText(value)).toBe(text));

  it('are told in words and in little room', () => {
    expect(scoreWords({ mate: -2 })).toBe('black mates in 2');
    expect(scoreWords({ cp: 5 })).toBe('the position is equal');
    expect(shortScoreText({ cp: -1234 })).toBe('12');
  });

  it('fill the bar from nothing to everything', () => {
    expect(shareOfWhite({ cp: 0 })).toBe(0.5);
    expect(shareOfWhite({ mate: 1 })).toBe(1);
    expect(shareOfWhite({ mate: -1 })).toBe(0);
    expect(shareOfWhite({ cp: 100 })).toBeGreaterThan(0.55);
    expect(shareOfWhite({ cp: 100 }) + shareOfWhite({ cp: -100 })).toBeCloseTo(1);
  });
});

describe('clocks', () => {
  it.each([
    [303_000, '5:03'],
    [3_727_000, '1:02:07'],
    [60_000, '1:00'],
    [59_999, '1:00'],
    [10_000, '0:10'],
    [9_999, '0:09.9'],
    [0, '0:00.0'],
    [-50, '0:00.0'],
  ])('%i ms is %s', (left, text) => expect(clockText(left)).toBe(text));
});

describe('the time a move took', () => {
  it.each([
    [0, '0.0s'],
    [430, '0.4s'],
    [9_960, '10s'],
    [59_400, '59s'],
    [185_000, '3:05'],
  ])('%i ms is %s', (spent, text) => expect(spentText(spent)).toBe(text));
});

describe('numbers', () => {
  it('are short', () => {
    expect([0, 999, 12_345, 999_499, 4_560_000, 2e9].map(countText)).toEqual([
      '0',
      '999',
      '12.3k',
      '999k',
      '4.56M',
      '2.00G',
    ]);
    expect([0, 0.0002, 0.034, 0.62].map(percentText)).toEqual(['0%', '<0.1%', '3.4%', '62%']);
  });
});

describe('move numbers', () => {
  it('follow the FEN the game began with', () => {
    expect(moveNumber('x w - - 0 1', 1)).toEqual({ number: 1, white: true });
    expect(moveNumber('x b - - 0 12', 1)).toEqual({ number: 12, white: false });
    expect(moveNumber('x b - - 0 12', 2)).toEqual({ number: 13, white: true });
  });

  it('stand before White’s moves and before the first', () => {
    expect(numbered('x w - - 0 1', 1, ['e5', 'Nf3', 'Nc6']).map(({ number }) => number)).toEqual([
      '1…',
      '2.',
      '',
    ]);
  });
});

describe('moves as they are heard', () => {
  it.each([
    ['Nf3', 'knight f3'],
    ['Nbxd7+', 'knight b takes d7, check'],
    ['exd8=Q#', 'e takes d8 promotes to queen, checkmate'],
    ['O-O-O', 'castles queenside'],
    ['e4', 'e4'],
  ])('%s is %s', (san, words) => expect(spokenMove(san)).toBe(words));
});

describe('a typed move', () => {
  const legal = (sans: string[]): LegalMove[] =>
    sans.map((san, index) => ({
      san,
      uci: `a${(index % 8) + 1}b1`,
      from: 'a1',
      to: /[a-h][1-8]/.exec(san.replace(/^[NBRQK][a-h]?x?/, ''))?.[0] ?? 'b1',
    }));
  const typed = (text: string, sans: string[]) => movesTyped(text, legal(sans)).map(({ san }) => san);
  it('is found by its SAN, however it is written', () => {
    expect(typed('nf3', ['Nf3', 'Nh3'])).toEqual(['Nf3']);
    expect(typed('Qf7', ['Qxf7#'])).toEqual(['Qxf7#']);
    expect(typed('0-0', ['O-O', 'O-O-O'])).toEqual(['O-O']);
    expect(typed('e8=Q', ['e8=Q+', 'e8=N'])).toEqual(['e8=Q+']);
  });
  it('tells the bishop from the pawn by its capital', () => {
    expect(typed('bxc4', ['bxc4', 'Bxc4'])).toEqual(['bxc4']);
    expect(typed('Bc4', ['bxc4', 'Bxc4'])).toEqual(['Bxc4']);
  });
  it('names every move it could be', () => {
    expect(typed('BXC4', ['bxc4', 'Bxc4'])).toEqual(['bxc4', 'Bxc4']);
    expect(typed('Nd2', ['Nbd2', 'Nfd2', 'Nc3'])).toEqual(['Nbd2', 'Nfd2']);
  });
  it('is none if it is empty or nowhere among them', () => {
    expect(typed('', ['e4'])).toEqual([]);
    expect(typed('Nd2', ['Nc3', 'Bd2'])).toEqual([]);
  });
});
