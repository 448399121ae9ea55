// Writes tests/data/chess960_starts.txt: the 960 start arrays by number, from two
// published packages and from the published derivation (lib.mjs), which must agree.
import kokopu from 'kokopu';
import * as fischer from 'fischer960';
import { readFileSync } from 'node:fs';
import { here, startArray, writeData } from './lib.mjs';

const pins = JSON.parse(readFileSync(here('package.json'))).dependencies;
const published = { 0: 'BBQNNRKR', 1: 'BQNBNRKR', 518: 'RNBQKBNR', 534: 'RNBKQBNR', 959: 'RKRNNQBB' };
const lines = [];
for (let n = 0; n < 960; n++) {
  const array = startArray(n);
  const others = [
    new kokopu.Position('chess960', n).fen().split(/[/ ]/)[7],
    fischer.toString(fischer.decode(n)),
  ];
  if (published[n]) others.push(published[n]);
  if (others.some(o => o !== array)) throw new Error(`${n}: ${array} ${others}`);
  if (!/R.*K.*R/.test(array) || (array.indexOf('B') + array.lastIndexOf('B')) % 2 === 0) throw new Error(array);
  lines.push(`${n} ${array}`);
}
if (new Set(lines.map(l => l.split(' ')[1])).size !== 960) throw new Error('not 960 different arrays');
writeData('chess960_starts.txt', [
  'The 960 start arrays of Chess960 by Scharnagl number, white\'s pieces from a1 to h1.',
  'Format: number array. 518 is the array of standard chess.',
  `The same from kokopu ${pins.kokopu}, from fischer960 ${pins.fischer960} and from Scharnagl's published derivation.`,
  'Made by tools/reference/starts.mjs.',
], lines);
