import { describe, expect, it } from 'vitest';
import { type Keys, meaningOf, wordsForPress } from '../src/board/keyboard';
import { colorFor, drawn } from '../src/board/useMarks';
import { placementOf } from '../src/geometry/placement';
import { nameOf, squareOf } from '../src/geometry/squares';

function from(name: string, keys: Keys, flipped = false): string {
  const meaning = meaningOf(keys, squareOf(name), flipped);
  return meaning?.kind === 'focus' ? nameOf(meaning.square) : (meaning?.kind ?? 'nothing');
}

describe('keys on the board', () => {
  it('arrows go as the eye sees it, from either side', () => {
    expect(from('e4', { key: 'ArrowUp' })).toBe('e5');
    expect(from('e4', { key: 'ArrowUp' }, true)).toBe('e3');
    expect(from('a1', { key: 'ArrowLeft' })).toBe('a1');
  });

  it('letters and digits go to a file and a rank', () => {
    expect(from('e4', { key: 'b' })).toBe('b4');
    expect(from('b4', { key: '7' })).toBe('b7');
    expect(from('e4', { key: 'i' })).toBe('nothing');
    expect(from('e4', { key: '9' })).toBe('nothing');
  });

  it('Home and End go to the edges, with Ctrl through the game', () => {
    expect(from('e4', { key: 'Home' })).toBe('a4');
    expect(from('e4', { key: 'Home' }, true)).toBe('h4');
    expect(from('e4', { key: 'End', ctrlKey: true })).toBe('history');
  });

  it('leave the browser its own', () => {
    expect(from('e4', { key: 'ArrowLeft', altKey: true })).toBe('nothing');
    expect(from('e4', { key: 'c', ctrlKey: true })).toBe('nothing');
    expect(from('e4', { key: 'Tab' })).toBe('nothing');
  });
});

describe('what is heard when a square is pressed', () => {
  const placement = placementOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  const white = (square: number) => square < 16;
  const words = (name: string, selected: string | null, ...targets: string[]) =>
    wordsForPress(squareOf(name), placement, {
      selected: selected && squareOf(selected),
      targets: new Map(targets.map((target) => [squareOf(target), null])),
      mayPick: white,
    } as Parameters<typeof wordsForPress>[2]);
  it('names the piece that is selected or deselected, and a move that is not legal', () => {
    expect(words('g1', null)).toBe('knight g1 selected.');
    expect(words('g1', 'g1')).toBe('Deselected.');
    expect(words('e5', 'g1', 'f3')).toBe('g1–e5 is not legal here.');
    expect(words('e7', null)).toBe('This piece cannot be moved now.');
    expect(words('b1', 'g1', 'f3')).toBe('knight b1 selected.');
  });
  it('does not announce moves, which are announced when they are made', () => {
    expect(words('f3', 'g1', 'f3')).toBeNull();
    expect(words('e4', null)).toBeNull();
  });
});

describe('marks', () => {
  const none = { arrows: [], squares: new Map<number, string>() };
  it('are removed by drawing them again, and recoloured by another colour', () => {
    const once = drawn(none, 1, 18, 'green');
    expect(once.arrows).toEqual([{ from: 1, to: 18, color: 'green' }]);
    expect(drawn(once, 1, 18, 'red').arrows).toEqual([{ from: 1, to: 18, color: 'red' }]);
    expect(drawn(once, 1, 18, 'green').arrows).toEqual([]);
    const marked = drawn(none, 5, 5, 'blue');
    expect(marked.squares.get(5)).toBe('blue');
    expect(drawn(marked, 5, 5, 'blue').squares.size).toBe(0);
  });
  it('have the colour of the keys that are held', () => {
    const keys = { shiftKey: false, altKey: false, ctrlKey: false };
    expect(colorFor(keys)).toBe('green');
    expect(colorFor({ ...keys, shiftKey: true })).toBe('red');
    expect(colorFor({ ...keys, altKey: true })).toBe('blue');
    expect(colorFor({ ...keys, altKey: true, shiftKey: true })).toBe('yellow');
  });
});
