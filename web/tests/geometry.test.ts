import { describe, expect, it } from 'vitest';
import { followed } from '../src/geometry/identity';
import { boardField, emptyPlacement, materialOf, placementOf, withPiece } from '../src/geometry/placement';
import { withCommands, setupFen, setupOf } from '../src/geometry/setup';
import {
  allSquares,
  nameOf,
  neighbour,
  placeOf,
  squareOf,
  squareOfPlace,
  squareUnder,
} from '../src/geometry/squares';
import { movesBetween, premoveTargets, targetsFrom } from '../src/geometry/targets';
import type { LegalMove } from '../src/protocol';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

describe('squares', () => {
  it('are numbered from a1 along the ranks', () => {
    expect([nameOf(0), nameOf(7), nameOf(8), nameOf(63)]).toEqual(['a1', 'h1', 'a2', 'h8']);
    for (const square of allSquares) expect(squareOf(nameOf(square))).toBe(square);
  });

  it('are found again from their place on the screen, from either side', () => {
    expect(placeOf(squareOf('a8'), false)).toEqual({ column: 0, row: 0 });
    expect(placeOf(squareOf('h1'), true)).toEqual({ column: 0, row: 0 });
    for (const flipped of [false, true]) {
      for (const square of allSquares) expect(squareOfPlace(placeOf(square, flipped), flipped)).toBe(square);
    }
  });

  it('lie under a point of the screen, and outside of the board there are none', () => {
    const board = { left: 100, top: 50, width: 800, height: 800 };
    expect(nameOf(squareUnder(101, 849, board, false)!)).toBe('a1');
    expect(nameOf(squareUnder(101, 849, board, true)!)).toBe('h8');
    expect(squareUnder(99, 60, board, false)).toBeNull();
    expect(squareUnder(500, 851, board, false)).toBeNull();
  });

  it('have neighbours as the eye sees them, and stop at the edge', () => {
    expect(nameOf(neighbour(squareOf('e4'), 1, 0, false))).toBe('f4');
    expect(nameOf(neighbour(squareOf('e4'), 1, 0, true))).toBe('d4');
    expect(nameOf(neighbour(squareOf('e4'), 0, -1, true))).toBe('e3');
    expect(nameOf(neighbour(squareOf('h8'), 1, 0, false))).toBe('h8');
  });
});

describe('a placement', () => {
  it('comes from a FEN and goes back to it', () => {
    for (const board of [
      start,
      '8/8/8/8/8/8/8/8',
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R',
    ]) {
      expect(boardField(placementOf(`${board} w KQkq - 0 1`))).toBe(board);
    }
  });

  it('is empty where a FEN makes no sense, and never too long', () => {
    expect(placementOf('')).toEqual(emptyPlacement);
    expect(placementOf('pppppppppppp/x/9/K')).toHaveLength(64);
  });

  it('tells what each side has more of', () => {
    expect(materialOf(placementOf(start))).toEqual({ white: [], black: [], lead: 0 });
    expect(materialOf(placementOf('4k3/8/8/8/8/8/P7/3QK3'))).toEqual({
      white: ['q', 'p'],
      black: [],
      lead: 10,
    });
    expect(materialOf(placementOf('3rk3/8/8/8/8/8/8/3BK3'))).toEqual({
      white: ['b'],
      black: ['r'],
      lead: -2,
    });
  });
});

describe('pieces that are followed', () => {
  let last = 0;
  const next = () => ++last;
  const from = (board: string) => followed([], placementOf(board), next);
  const idAt = (pieces: ReturnType<typeof from>, name: string) =>
    pieces.find((each) => nameOf(each.square) === name)?.id;

  it('keep their id when they move, also when they take', () => {
    const before = from('4k3/8/8/3p4/4P3/8/8/4K3');
    const after = followed(before, placementOf('4k3/8/8/3P4/8/8/8/4K3'), next);
    expect(idAt(after, 'd5')).toBe(idAt(before, 'e4'));
    expect(after).toHaveLength(3);
  });

  it('keep their ids in castling, both of them', () => {
    const before = from('4k3/8/8/8/8/8/8/R3K2R');
    const after = followed(before, placementOf('4k3/8/8/8/8/8/8/R4RK1'), next);
    expect(idAt(after, 'g1')).toBe(idAt(before, 'e1'));
    expect(idAt(after, 'f1')).toBe(idAt(before, 'h1'));
    expect(idAt(after, 'a1')).toBe(idAt(before, 'a1'));
  });

  it('a promoted piece is the pawn it was, and the other way when taken back', () => {
    const before = from('4k3/P7/8/8/8/8/8/4K3');
    const after = followed(before, placementOf('Q3k3/8/8/8/8/8/8/4K3'), next);
    expect(idAt(after, 'a8')).toBe(idAt(before, 'a7'));
    const back = followed(after, placementOf('4k3/P7/8/8/8/8/8/4K3'), next);
    expect(idAt(back, 'a7')).toBe(idAt(before, 'a7'));
  });
});

describe('what a drop means', () => {
  const move = (uci: string, more: Partial<LegalMove> = {}): LegalMove => ({
    uci,
    san: uci,
    from: uci.slice(0, 2),
    to: uci.slice(2, 4),
    ...more,
  });
  const between = (legal: LegalMove[], from: string, to: string) =>
    movesBetween(legal, squareOf(from), squareOf(to)).map(({ uci }) => uci);

  it('castling is the king to its landing square or to the rook', () => {
    const legal = [move('e1f1'), move('e1g1', { castling: { king: 'g1', rook: 'h1' } })];
    expect(between(legal, 'e1', 'g1')).toEqual(['e1g1']);
    expect(between(legal, 'e1', 'h1')).toEqual(['e1g1']);
    expect([...targetsFrom(legal, squareOf('e1')).keys()].map(nameOf)).toEqual(['f1', 'g1', 'h1']);
  });

  it('in Chess960 a king that can step or castle to one square steps, and castles on the rook', () => {
    const legal = [move('f1g1'), move('f1h1', { castling: { king: 'g1', rook: 'h1' } })];
    expect(between(legal, 'f1', 'g1')).toEqual(['f1g1']);
    expect(between(legal, 'f1', 'h1')).toEqual(['f1h1']);
  });

  it('a promotion is four moves to choose from', () => {
    const legal = (['q', 'r', 'b', 'n'] as const).map((promotion) => move(`a7a8${promotion}`, { promotion }));
    expect(between(legal, 'a7', 'a8')).toHaveLength(4);
    expect(between(legal, 'a7', 'b8')).toEqual([]);
  });
});

describe('premoves', () => {
  const names = (piece: 'P' | 'n' | 'K', from: string) =>
    premoveTargets(piece, squareOf(from)).map(nameOf).sort();
  it('aim where the piece could go if the others allowed it', () => {
    expect(names('P', 'e2')).toEqual(['d3', 'e3', 'e4', 'f3']);
    expect(names('n', 'b8')).toEqual(['a6', 'c6', 'd7']);
    expect(names('K', 'e1')).toEqual(expect.arrayContaining(['g1', 'h1', 'a1', 'e2']));
    expect(names('K', 'e4')).toHaveLength(8);
  });
});

describe('a position set up by hand', () => {
  it('is a FEN again', () => {
    const fen = 'r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 12';
    expect(setupFen(setupOf(fen))).toBe(fen);
    expect(setupFen(setupOf('8/8/8/8/8/8/8/8'))).toBe('8/8/8/8/8/8/8/8 w - - 0 1');
  });

  it('understands the commands of the terminal program', () => {
    const board = withCommands(placementOf(start), 'c w Kg1 Qd1 e4 . b Kg8 .');
    expect('wrong' in board ? board.wrong : boardField(board)).toBe('6k1/8/8/8/4P3/8/8/3Q2K1');
    expect(withCommands(emptyPlacement, 'Kg1')).toEqual({ wrong: 'Kg1: which colour? Start with w or b' });
    expect(withCommands(emptyPlacement, 'w Xg1 .')).toEqual({ wrong: 'unknown piece Xg1' });
    const emptied = withCommands(withPiece(emptyPlacement, squareOf('e4'), 'P'), '.e4');
    expect(emptied).toEqual(emptyPlacement);
  });
});
