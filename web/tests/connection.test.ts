import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { Connection, RequestError } from '../src/net/connection';

// A WebSocket whose other end is this test.
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: { id: number; type: string }[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  constructor(
    readonly address: string,
    readonly protocol: string,
  ) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as { id: number; type: string });
  }
  say(message: unknown) {
    this.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  drop() {
    this.readyState = 3;
    this.onclose();
  }
}

const hello: unknown = JSON.parse(
  readFileSync(new URL('../protocol-examples/from-server/hello.json', import.meta.url), 'utf8'),
);
const move = { type: 'move', game: 'k3x9m2p7qa', node: 0, uci: 'e2e4' } as const;

let heard: string[];
let connection: Connection;
const socket = () => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  heard = [];
  connection = new Connection('ws://here/socket', {
    received: (message) => heard.push(message.type),
    opened: () => heard.push('opened'),
    lost: () => heard.push('lost'),
  });
  connection.open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a connection', () => {
  it('asks for our protocol and is open when the server has said hello', () => {
    expect(socket().protocol).toBe('tabiya.v1');
    socket().say(hello);
    expect(heard).toEqual(['hello', 'opened']);
  });

  it('gives each answer to the one who asked, in whatever order they come', async () => {
    const [first, second] = [connection.request(move), connection.request({ type: 'ping' })];
    const [a, b] = socket().sent;
    socket().say({ type: 'done', for: b!.id });
    socket().say({ type: 'error', for: a!.id, error: { code: 'illegal_move', message: 'no' } });
    await expect(second).resolves.toEqual({ type: 'done', for: b!.id });
    await expect(first).rejects.toThrow('no');
  });

  it('fails what was asked when it is lost, and what is asked while it is', async () => {
    const asked = connection.request(move);
    socket().drop();
    await expect(asked).rejects.toBeInstanceOf(RequestError);
    await expect(connection.request(move)).rejects.toBeInstanceOf(RequestError);
    expect(heard).toEqual(['lost']);
  });

  it('tries again, ever more patiently, and soon again after it was there', () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = FakeSocket.all.length;
      socket().drop();
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(250);
        waited += 250;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    socket().say(hello);
    socket().drop();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(250);
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it('sends half an emoji as the sign for what is no character, and whole ones as they are', () => {
    const text = '\ud83d cut, 🎉 whole, cut \udf89';
    void connection.request({ type: 'chat', game: 'k3x9m2p7qa', node: 0, text });
    expect(socket().sent[0]).toMatchObject({ text: '\ufffd cut, 🎉 whole, cut \ufffd' });
  });

  it('does not leave anyone waiting for an answer it cannot read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const asked = connection.request({ type: 'look', game: 'k3x9m2p7qa', node: 0 });
    socket().say({ type: 'position', for: socket().sent[0]!.id, position: 'somewhere' });
    await expect(asked).rejects.toThrow('reload');
  });

  it('does not mind what it cannot read', () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    socket().say('{"type":');
    socket().say({ type: 'thinking', lines: 'none' });
    socket().say({ type: 'done', for: 99 });
    expect(complaint).toHaveBeenCalledTimes(2);
    expect(heard).toEqual(['done']);
  });
});
