// The table of wrong messages, which the tests of the server read as well: the types of the page refuse
// each malformed one at the same field as the server does.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromPage } from '../src/protocol';
import { ShapeError } from '../src/protocol/shape';

interface Refused {
  name: string;
  frame: string; // GAME stands for the id of a game between two people without a move
  code: string;
  field?: string;
}

const table = JSON.parse(
  readFileSync(new URL('../protocol-examples/refused.json', import.meta.url), 'utf8'),
) as Refused[];

// The rest is well formed, and only the server knows that it is not possible now.
const malformed = table.filter(({ code }) => code === 'bad_request' || code === 'unknown_type');

function refusalOf(frame: string): unknown {
  try {
    fromPage(JSON.parse(frame.replaceAll('GAME', 'k3x9m2p7qa')), '');
    return null;
  } catch (error) {
    return error;
  }
}

describe('a message the server cannot accept', () => {
  it.each(malformed)('$name', ({ frame, field }) => {
    const error = refusalOf(frame);
    if (field === undefined) expect(error).toBeInstanceOf(SyntaxError);
    else expect((error as ShapeError).path).toBe(field);
  });

  it.each(table.filter((each) => !malformed.includes(each)))('$name, though well formed', ({ frame }) => {
    expect(refusalOf(frame)).toBeNull();
  });
});
