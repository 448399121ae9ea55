import { afterEach, expect, it, vi } from 'vitest';
import { importGame } from '../src/net/http';

afterEach(() => vi.unstubAllGlobals());

it('an import with half a surrogate pair is sent as text that can be UTF-8', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sent.push(body);
    return Promise.resolve(Response.json({ game: 'k3x9m2p7qa', games: 1, notes: [] }));
  });
  await importGame('1. e4 {\udc00} e5 {🎉} *');
  expect(sent).toEqual(['{"text":"1. e4 {\ufffd} e5 {🎉} *"}']);
});
