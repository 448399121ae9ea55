// What a scenario is, and what several of them use.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { artifacts } from './browser';
import type { Program } from './program';

export interface Scenario {
  name: string;
  fragment?: string;
  settings?: Record<string, unknown>;
  options?: BrowserContextOptions;
  expected?: RegExp; // a line of the console that belongs to it
  play: (page: Page, program: Program) => Promise<void>;
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const people = { mode: 'people' };
export const study = { mode: 'study' };
// Thinks for minutes unless it is told to move, so that even a slow machine has time for what happens
// meanwhile. A scenario must not end at its turn: as its clock runs, it would go on without the page.
export const slowEngine = { engine: 'mcts', level: 10, minutes: 180, increment: 180 };
export const picture = (page: Page, name: string) => page.screenshot({ path: `${artifacts}${name}.png` });

export async function withoutSeriousFindings(page: Page, where: string): Promise<void> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const axe = (
      window as unknown as {
        axe: {
          run: (
            options: object,
          ) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
        };
      }
    ).axe;
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`,
    );
  });
  assert.deepEqual(found, [], `${where}: axe-core found something`);
}
