// The mock server: the protocol of docs/web-protocol.md over HTTP and a WebSocket, all in memory.
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';
import * as protocol from '../src/protocol';
import { type Shape, ShapeError } from '../src/protocol/shape';
import { about } from './about';
import { type MockGame, Refusal } from './game';
import { Hall } from './hall';
import { readText, writePgn } from './pgn';
import { handle } from './requests';
import { positionOf } from './rules';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const statuses: Partial<Record<protocol.Problem['code'], number>> = {
  unknown_game: 404,
  unknown_node: 404,
  bad_fen: 422,
  bad_pgn: 422,
  bad_value: 422,
  not_now: 409,
  stale: 409,
  illegal_move: 422,
  too_large: 413,
};

export function problemOf(error: unknown): protocol.Problem {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof ShapeError)
    return {
      code: error.path.endsWith('type') ? 'unknown_type' : 'bad_request',
      message: error.message,
      field: error.path,
    };
  if (error instanceof SyntaxError) return { code: 'bad_request', message: 'this is not JSON' };
  console.error(error);
  return { code: 'internal', message: error instanceof Error ? error.message : 'unknown' };
}

async function bodyOf<T>(request: IncomingMessage, shape: Shape<T>): Promise<T> {
  let text = '';
  for await (const piece of request) text += piece;
  return shape(JSON.parse(text), '');
}

export function startMock(port: number): Promise<{ server: Server; hall: Hall; close: () => void }> {
  const hall = new Hall();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const route = `${request.method} ${path}`;
    const [, id, pgn] = /^\/api\/v1\/games\/([0-9a-z]{10})(\/pgn)?$/.exec(path) ?? [];
    if (route === 'GET /api/v1/about') return void send(200, about);
    if (route === 'GET /api/v1/games')
      return void send(200, { games: [...hall.games.values()].reverse().slice(0, 100).map(summary) });
    if (route === 'POST /api/v1/games')
      return void send(201, { game: create(await bodyOf(request, protocol.newGame)).state.id, notes: [] });
    if (route === 'POST /api/v1/import') {
      const { text, game = 1 } = await bodyOf(request, protocol.importText);
      const read = readText(text, game);
      const made = create(read.wish);
      read.fill(made);
      return void send(201, { game: made.state.id, games: read.games, notes: read.notes });
    }
    if (route === 'POST /api/v1/check') {
      const { fen, variant = 'standard' } = await bodyOf(request, protocol.checkFen);
      try {
        return void send(200, { position: positionOf(fen, variant), variant, error: null });
      } catch (error) {
        return void send(200, {
          position: null,
          variant,
          error: { code: 'bad_fen', message: (error as Error).message, field: 'placement' },
        });
      }
    }
    if (id && request.method === 'GET') {
      if (pgn)
        return void response
          .writeHead(200, { 'Content-Type': 'application/x-chess-pgn' })
          .end(writePgn(hall.game(id)));
      return void send(200, hall.game(id).state);
    }
    if (id && request.method === 'DELETE') {
      hall.game(id);
      hall.games.delete(id);
      return void response.writeHead(204).end();
    }
    if (path.startsWith('/api/')) throw new Refusal('unknown_game', 'there is nothing here');
    const file = normalize(path === '/' ? 'index.html' : path.slice(1));
    if (file.startsWith('..')) return void response.writeHead(404).end();
    const content = await readFile(join(dist, file)).catch(() => null);
    if (!content) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': policy,
      })
      .end(content);
  }

  function create(wish: protocol.NewGame): MockGame {
    try {
      return hall.create(wish);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('bad_fen', (error as Error).message);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const problem = problemOf(error);
      response
        .writeHead(statuses[problem.code] ?? (problem.code === 'internal' ? 500 : 400), {
          'Content-Type': 'application/json',
        })
        .end(JSON.stringify({ error: problem }));
    });
  });

  const sockets = new WebSocketServer({ server, path: '/api/v1/socket', maxPayload: 65536 });
  sockets.on('connection', (page) => {
    hall.pages.set(page, null);
    page.send(JSON.stringify({ type: 'hello', about }));
    page.on('message', (data) => receive(page, data.toString()));
    page.on('close', () => hall.leave(page));
  });

  function receive(page: WebSocket, text: string): void {
    const say = (message: protocol.FromServer) => page.send(JSON.stringify(message));
    let id: number | null = null;
    try {
      const json = JSON.parse(text) as { id?: unknown };
      id = Number.isSafeInteger(json?.id) ? (json.id as number) : null;
      const request = protocol.fromPage(json, '');
      if (request.type === 'ping') return say({ type: 'done', for: request.id });
      const game = hall.game(request.game);
      if (request.type === 'join') {
        const { state, updates } = game;
        hall.pages.set(page, state.id);
        const missed =
          request.since === null ? null : updates.filter((update) => update.seq > request.since!);
        const full = missed === null || missed.length !== state.seq - request.since! || missed.length > 256;
        return say({
          type: 'joined',
          for: request.id,
          game: state.id,
          seq: state.seq,
          state: full ? { ...state, clocks: game.clocksNow() } : null,
          updates: full ? [] : missed,
          clocks: game.clocksNow(),
          thinking: hall.searches.get(game)?.latest ?? null,
          tree: hall.searches.get(game)?.latestTree ?? null,
        });
      }
      say(handle(hall, game, request) ?? { type: 'done', for: request.id });
    } catch (error) {
      say({ type: 'error', for: id, error: problemOf(error) });
    }
  }

  const flags = setInterval(() => hall.games.forEach((game) => game.flagFell()), 100);
  const close = () => {
    clearInterval(flags);
    hall.searches.forEach((search) => search.stop());
    hall.pages.forEach((_, page) => page.terminate());
    server.close();
  };
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve({ server, hall, close })));
}

function summary(game: MockGame): protocol.GameSummary {
  const { id, created, mode, variant, players, nodes, result, position } = game.state;
  return {
    id,
    created,
    changed: created,
    mode,
    variant,
    white: players.white.name,
    black: players.black.name,
    plies: nodes.length - 1,
    result,
    fen: position.fen,
  };
}
