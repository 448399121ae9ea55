// The HTTP half of the protocol.
import * as protocol from '../protocol';
import type { Shape } from '../protocol/shape';
import { RequestError } from './connection';
import { jsonText } from './json';

async function ask<T>(shape: Shape<T>, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(
      `/api/v1/${path}`,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: jsonText(body) },
    );
  } catch {
    throw new RequestError({ code: 'internal', message: 'Tabiya does not answer. Is it still running?' });
  }
  const json: unknown = await response.json().catch(() => null);
  if (response.ok) return shape(json, '');
  let problem: protocol.Problem;
  try {
    problem = protocol.failure(json, '').error;
  } catch {
    problem = { code: 'internal', message: `Tabiya answered with ${response.status} ${response.statusText}` };
  }
  throw new RequestError(problem);
}

export const createGame = (game: protocol.NewGame) => ask(protocol.created, 'games', game);
export const importGame = (text: string, game?: number) =>
  ask(protocol.imported, 'import', { text, ...(game ? { game } : {}) });
export const checkFen = (fen: string, variant: protocol.Variant) =>
  ask(protocol.checkedFen, 'check', { fen, variant });
export const listGames = async () => (await ask(protocol.gameList, 'games')).games;
// Games are gone for everybody, and for good.
export async function deleteGame(id: string): Promise<void> {
  const response = await fetch(`/api/v1/games/${id}`, { method: 'DELETE' });
  if (!response.ok) throw new RequestError({ code: 'internal', message: 'The game could not be deleted.' });
}

export const pgnPath = (id: string): string => `/api/v1/games/${id}/pgn`;

export async function pgnText(id: string): Promise<string> {
  const response = await fetch(pgnPath(id));
  if (!response.ok)
    throw new RequestError({ code: 'internal', message: 'The game could not be written as PGN.' });
  return response.text();
}
