// Plays the scenarios in Chromium. With an address as argument, against a server that runs there; with
// --program FILE, against that program, started here; else against the mock. Further arguments choose
// scenarios by a part of their name.
import { startMock } from '../mock/server';
import { artifacts, visit } from './browser';
import { startProgram } from './program';
import { besideScenarios } from './besideScenarios';
import { boardScenarios } from './boardScenarios';
import { scenarios } from './scenarios';

const given = process.argv.slice(2);
const address = given.find((word) => word.startsWith('http'));
const file = given.includes('--program') ? given[given.indexOf('--program') + 1] : undefined;
const wanted = given.filter((word) => word !== address && word !== '--program' && word !== file);
const port = 8971;
const program = file ? await startProgram(file) : null;
const mock = address || program ? null : await startMock(port);
const base = (address ?? program?.address ?? `http://127.0.0.1:${port}`).replace(/\/$/, '');

let failed = 0;
const chosen = [...scenarios, ...boardScenarios, ...besideScenarios]
  .filter(({ needs }) => !needs || (needs === 'mock' ? mock : program))
  .filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
for (const scenario of chosen) {
  const begun = Date.now();
  const seen = await visit(`${base}/${scenario.fragment ?? ''}`, scenario.options, scenario.settings);
  try {
    await scenario.play(seen.page, { mock, program });
    const unexpected = seen.problems.filter((problem) => !scenario.expected?.test(problem));
    if (unexpected.length) throw new Error(unexpected.join('\n'));
    console.log(`ok    ${scenario.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(
      `FAIL  ${scenario.name}\n${error instanceof Error ? error.message : String(error)}\n${seen.problems.join('\n')}`,
    );
    await seen.page
      .screenshot({ path: `${artifacts}failed-${scenario.name.slice(0, 30).replace(/\W+/g, '-')}.png` })
      .catch(() => {});
  } finally {
    await seen.close();
  }
}
mock?.close();
await program?.close();
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
