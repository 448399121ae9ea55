// Makes the pictures of the README: npm run pictures -- [--program FILE]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { picturePage, pictureTerminal } from './pictures';
import { startProgram } from './program';

const { values } = parseArgs({
  options: { program: { type: 'string', default: '../build/release/tabiya' } },
});
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
mkdirSync(folder, { recursive: true });
const program = await startProgram(values.program);
try {
  await picturePage(program.address, `${folder}page.png`);
  await pictureTerminal(program.address, program.file, `${folder}terminal.png`);
} finally {
  await program.close();
}
