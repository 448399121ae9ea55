// The table of wrong messages and their answers, which the real server's tests read as well.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startMock } from '../mock/server';
import { type FromServer, fromServer } from '../src/protocol';

interface Refused {
  name: string;
  frame: string; // GAME stands for the id of a game between two people in which nobody has moved
  for: number | null;
  code: string;
  field?: string;
}

const table = JSON.parse(
  readFileSync(new URL('../protocol-examples/refused.json', import.meta.url), 'utf8'),
) as Refused[];

let mock: Awaited<ReturnType<typeof startMock>>;
let page: WebSocket;
let game: string;
const heard: FromServer[] = [];
let next: (message: FromServer) => void = (message) => heard.push(message);

function ask(frame: string): Promise<FromServer> {
  return new Promise((resolve) => {
    next = resolve;
    page.send(frame);
  });
}

beforeAll(async () => {
  mock = await startMock(0);
  const { port } = mock.server.address() as AddressInfo;
  game = mock.hall.create({ mode: 'people', start: {} }).state.id;
  page = new WebSocket(`ws://127.0.0.1:${port}/api/v1/socket`, 'tabiya.v1');
  page.on('message', (data) => next(fromServer(JSON.parse(String(data)), '')));
  await new Promise<void>((resolve) => {
    next = () => resolve();
  });
});

afterAll(() => {
  page.close();
  mock.close();
});

describe('a message the server cannot accept', () => {
  it.each(table)('$name', async ({ frame, for: id, code, field }) => {
    const before = JSON.stringify(mock.hall.game(game).state);
    const answer = await ask(frame.replaceAll('GAME', game));
    expect(answer).toMatchObject({ type: 'error', for: id, error: { code } });
    expect(answer.type === 'error' ? answer.error.field : undefined).toBe(field);
    expect(JSON.stringify(mock.hall.game(game).state)).toBe(before);
  });

  it('and after all of them, a good one works', async () => {
    const answers: FromServer[] = [];
    const joined = await ask(JSON.stringify({ type: 'join', id: 100, game, since: null }));
    expect(joined).toMatchObject({ type: 'joined', for: 100, game });
    await new Promise<void>((resolve) => {
      next = (message) => {
        answers.push(message);
        if (message.type === 'done') resolve();
      };
      page.send(JSON.stringify({ type: 'move', id: 101, game, node: 0, uci: 'e2e4' }));
    });
    // The update a request causes arrives before its answer.
    expect(answers.map(({ type }) => type)).toEqual(['update', 'done']);
  });
});
