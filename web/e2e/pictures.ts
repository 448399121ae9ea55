// The pictures of the README: the page while the tree search thinks, and the terminal.
//
// The scenarios make them as well (into artifacts/), so that a change that breaks them is noticed;
// `npm run pictures` puts them into docs/pictures/.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { type Page } from 'playwright-core';
import { visit } from './browser';
import { waitForMoves } from './input';
import { terminalHtml } from './terminal';

const most = 200_000; // bytes of a picture

const spanish = 'e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1g1,f8e7,f1e1,b7b5,a4b3,d7d6,c2c3,e8g8,h2h3,c6a5';

async function picture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path });
  const { size } = statSync(path);
  assert.ok(size < most, `${path} has ${size} bytes`);
}

export async function picturePage(address: string, path: string): Promise<void> {
  const seen = await visit(
    `${address}/#/moves/${spanish}`,
    { viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce' },
    { mode: 'study', analysisEngine: 'mcts', lines: 2, sounds: false },
  );
  try {
    const { page } = seen;
    await waitForMoves(page, spanish.split(',').length);
    const chat = page.getByLabel('Chat message or command');
    await chat.fill('/eval');
    await chat.press('Enter');
    await page.waitForSelector('.chat-lines .engine .line-moves button');
    await page.getByRole('tab', { name: 'Tree' }).click();
    await page.getByRole('button', { name: 'Start the tree search' }).click();
    await page.waitForSelector('.branch .fill.visits');
    await page.waitForTimeout(4000);
    await page.locator('.branch-move:not([disabled])').first().click();
    await page.waitForSelector('.branches .branches .branch');
    await page.mouse.move(5, 5);
    await page.waitForTimeout(500);
    await picture(page, path);
    assert.deepEqual(seen.problems, []);
  } finally {
    await seen.close();
  }
}

// Types the lines into `tabiya play` on a terminal, each when it asks for one, and returns what is seen.
function terminalText(program: string, lines: readonly string[]): Promise<string> {
  const child = spawn('script', ['-qec', `stty cols 100; '${program}' play`, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const left = [...lines];
  let text = '';
  let read = 0;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`tabiya play ended early:\n${text}`)));
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (more: string) => {
      text += more;
      if (!text.includes('?> ', read)) return;
      read = text.length;
      const line = left.shift();
      // Not before the line editor listens: the terminal would echo the line a second time.
      if (line !== undefined) return void setTimeout(() => child.stdin.write(`${line}\r`), 200);
      resolve(text);
      child.kill();
    });
  });
}

export async function pictureTerminal(address: string, program: string, path: string): Promise<void> {
  const first = 'fen r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 b kq - 0 8';
  const text = await terminalText(program, [first, 'O-O', 'hint', 'analyse 0.02']);
  // What comes after the position is set up.
  const shown = text.slice(text.indexOf('?> O-O'));
  assert.ok(shown.includes('analyse'), `the terminal shows\n${text}`);
  const seen = await visit(address, { viewport: { width: 900, height: 700 }, deviceScaleFactor: 1 });
  try {
    const { page } = seen;
    await page.goto('about:blank'); // the page's policy allows no inline styles
    await page.setContent(terminalHtml(shown));
    const box = await page.locator('main').boundingBox();
    await page.setViewportSize({ width: Math.ceil(box!.width), height: Math.ceil(box!.height) });
    await picture(page, path);
  } finally {
    await seen.close();
  }
}
