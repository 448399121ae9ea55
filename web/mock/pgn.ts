// PGN in and out for the mock, by chessops.
import {
  type ChildNode,
  type Game,
  type Node,
  type PgnNodeData,
  defaultGame,
  makePgn,
  parsePgn,
} from 'chessops/pgn';
import type { GameNode, NewGame, Result } from '../src/protocol';
import { type MockGame, Refusal } from './game';
import { chessOf, sanToUci, usualStart } from './rules';

export interface Read {
  wish: NewGame;
  games: number;
  notes: string[];
  fill: (game: MockGame) => void; // plays the moves with their variations
}

export function readText(text: string, number: number): Read {
  const trimmed = text.trim();
  if (/^([pnbrqkPNBRQK1-8]+\/){7}/.test(trimmed)) {
    try {
      chessOf(trimmed);
    } catch (error) {
      throw new Refusal('bad_fen', (error as Error).message);
    }
    return { wish: { mode: 'study', start: { fen: trimmed } }, games: 1, notes: [], fill: () => {} };
  }
  const games = parsePgn(trimmed).filter((game) => game.moves.children.length > 0);
  const game = games[number - 1];
  if (!game)
    throw new Refusal(
      'bad_pgn',
      games.length ? `there are only ${games.length} games` : 'there is no game in this text',
    );
  const notes: string[] = games.length > 1 ? [`This is game ${number} of ${games.length}.`] : [];
  const fen = game.headers.get('FEN');
  const chess960 = /960|fischer/i.test(game.headers.get('Variant') ?? '');
  const wish: NewGame = {
    mode: 'study',
    start: { ...(fen ? { fen } : {}), ...(chess960 ? { variant: 'chess960' } : {}) },
  };
  return {
    wish,
    games: games.length,
    notes,
    fill: (target) => {
      target.arriving = true;
      for (const color of ['white', 'black'] as const) {
        const name = game.headers.get(color === 'white' ? 'White' : 'Black') ?? '?';
        if (!/^\?*$/.test(name)) target.state.players[color].name = name;
      }
      fill(target, 0, game.moves);
      target.arriving = false;
      if (!target.state.result) target.state.result = resultFrom(game.headers.get('Result'));
    },
  };
}

// How it came about, a PGN does not tell.
function resultFrom(score: string | undefined): Result | null {
  if (score === '1/2-1/2') return { winner: null, ending: 'unknown', score, text: 'Draw' };
  if (score === '1-0') return { winner: 'white', ending: 'unknown', score, text: 'White won' };
  if (score === '0-1') return { winner: 'black', ending: 'unknown', score, text: 'Black won' };
  return null;
}

function fill(game: MockGame, at: number, from: Node<PgnNodeData>): void {
  for (const child of from.children) {
    const uci = sanToUci(game.node(at).fen, child.data.san, game.state.variant);
    if (!uci) throw new Refusal('bad_pgn', `${child.data.san} is illegal`);
    game.move(at, uci);
    const node = game.state.nodes.find((each) => each.parent === at && each.uci === uci)!;
    const comment = child.data.comments
      ?.join(' ')
      .replace(/\[%[^\]]*\]/g, '')
      .trim();
    if (comment) node.comment = comment;
    if (child.data.nags) node.nags = child.data.nags;
    fill(game, node.id, child);
  }
}

export function writePgn(game: MockGame): string {
  const { players, result, variant, start, created, nodes } = game.state;
  const headers = new Map([
    ['Event', 'Tabiya'],
    ['Date', new Date(created).toISOString().slice(0, 10).replaceAll('-', '.')],
    ['White', players.white.name],
    ['Black', players.black.name],
    ['Result', result?.score ?? '*'],
  ]);
  if (variant === 'chess960') headers.set('Variant', 'Chess960');
  if (start !== usualStart) headers.set('SetUp', '1').set('FEN', start);
  const children = (id: number): GameNode[] =>
    nodes.filter((node) => node.parent === id).sort((a, b) => a.order - b.order);
  const written = (node: GameNode): ChildNode<PgnNodeData> =>
    ({
      data: {
        san: node.san!,
        ...(node.comment ? { comments: [node.comment] } : {}),
        ...(node.nags ? { nags: node.nags } : {}),
      },
      children: children(node.id).map(written),
    }) as ChildNode<PgnNodeData>;
  const pgn: Game<PgnNodeData> = { ...defaultGame(), headers };
  pgn.moves.children = children(0).map(written);
  return makePgn(pgn);
}
