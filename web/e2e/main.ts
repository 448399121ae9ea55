// Plays the scenarios in Chromium against the program.
//
//   npm run e2e -- [--program FILE] [WORD...]      words choose scenarios by a part of their name
import { parseArgs } from 'node:util';
import { besideScenarios } from './besideScenarios';
import { boardScenarios } from './boardScenarios';
import { artifacts, visit } from './browser';
import { startProgram } from './program';
import { scenarios } from './scenarios';

const { values, positionals: words } = parseArgs({
  options: { program: { type: 'string', default: '../build/release/tabiya' } },
  allowPositionals: true,
});
const program = await startProgram(values.program);

let failed = 0;
const chosen = [...scenarios, ...boardScenarios, ...besideScenarios].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
for (const scenario of chosen) {
  const begun = Date.now();
  const address = `${program.address}/${scenario.fragment ?? ''}`;
  const seen = await visit(address, scenario.options, scenario.settings);
  try {
    await scenario.play(seen.page, program);
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
await program.close();
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
