// Every example that both sides share is understood, whole, and every message has an example.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as protocol from '../src/protocol';
import { type Shape, ShapeError } from '../src/protocol/shape';

const folder = new URL('../protocol-examples/', import.meta.url);

function examples(kind: string): [string, unknown][] {
  return readdirSync(new URL(`${kind}/`, folder)).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(`${kind}/${name}`, folder), 'utf8')),
  ]);
}

const http: Record<string, Shape<unknown>> = {
  about: protocol.about,
  new_game_engine: protocol.newGame,
  new_game_chess960: protocol.newGame,
  new_game_study: protocol.newGame,
  created: protocol.created,
  import: protocol.importText,
  imported: protocol.imported,
  check_fen: protocol.checkFen,
  checked_fen_bad: protocol.checkedFen,
  checked_fen_good: protocol.checkedFen,
  state: protocol.gameState,
  game_list: protocol.gameList,
  failure: protocol.failure,
  failure_pgn: protocol.failure,
  failure_forbidden: protocol.failure,
};

describe('the examples of the protocol', () => {
  // Equality with the original shows that no field of an example is unknown to the shapes.
  it.each(examples('from-server'))('from the server: %s', (_, message) => {
    expect(protocol.fromServer(message, '')).toEqual(message);
  });

  it.each(examples('from-page'))('from the page: %s', (_, message) => {
    expect(protocol.fromPage(message, '')).toEqual(message);
  });

  it.each(examples('http'))('over HTTP: %s', (name, body) => {
    expect(http[name]?.(body, '')).toEqual(body);
  });

  it('name the version of the program', () => {
    const project = readFileSync(new URL('../../CMakeLists.txt', import.meta.url), 'utf8');
    const version = /project\(Tabiya VERSION ([\d.]+)/.exec(project)?.[1];
    const named = Object.fromEntries([...examples('http'), ...examples('from-server')]);
    expect(named['about']).toMatchObject({ program: `Tabiya ${version}` });
    expect(named['hello']).toMatchObject({ about: { program: `Tabiya ${version}` } });
  });

  function wordsOf(shape: Shape<unknown>): string[] {
    try {
      shape({ type: '' }, '');
    } catch (error) {
      return (error as ShapeError).wanted.split(' or ');
    }
    return [];
  }

  it.each([
    ['from-server', protocol.fromServer],
    ['from-page', protocol.fromPage],
  ] as const)('%s has one of each type', (kind, shape) => {
    const types = new Set(examples(kind).map(([, message]) => (message as { type: string }).type));
    expect([...types].sort()).toEqual(wordsOf(shape).sort());
  });
});

describe('a message that is wrong', () => {
  const wrong: [string, unknown, string][] = [
    ['no object', 7, 'type'],
    ['null', null, 'type'],
    ['an unknown type', { type: 'toString' }, 'type'],
    ['a missing field', { type: 'done' }, 'for'],
    ['half a number', { type: 'done', for: 1.5 }, 'for'],
    [
      'no square',
      {
        type: 'position',
        for: 1,
        game: 'k3x9m2p7qa',
        node: 0,
        position: { fen: '', turn: 'white', check: 'i9', legal: [] },
      },
      'position.check',
    ],
    [
      'a wrong item',
      {
        type: 'branch',
        for: 1,
        game: 'k3x9m2p7qa',
        search: 1,
        path: ['e2e4', 'e9'],
        visits: 0,
        turn: 'white',
        moves: [],
      },
      'path[1]',
    ],
  ];
  it.each(wrong)('%s is refused, and the place is told', (_, message, path) => {
    expect(() => protocol.fromServer(message, '')).toThrow(ShapeError);
    try {
      protocol.fromServer(message, '');
    } catch (error) {
      expect((error as ShapeError).path).toBe(path);
    }
  });
});
