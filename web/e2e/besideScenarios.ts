// What is beside the board, and what it does to the board.
import { strict as assert } from 'node:assert';
import { clickMove, dragPiece, moveNow, touchDrag, waitForMoves, waitForPiece } from './input';
import { type Scenario, phone, picture, slowEngine, study } from './scenario';

export const besideScenarios: Scenario[] = [
  {
    name: 'a row of the tree that goes away under the mouse gives the board back',
    settings: { ...slowEngine, watchEngine: true },
    play: async (page) => {
      await page.getByRole('tab', { name: 'Tree' }).click();
      await clickMove(page, 'e2', 'e4');
      // Where the first row is, whatever move it holds by then.
      const found = await page.waitForFunction(() => {
        const { x, y } = document.querySelector('.branch')?.getBoundingClientRect() ?? {};
        return x && y && { x, y };
      });
      const row = (await found.jsonValue()) as { x: number; y: number };
      await page.mouse.move(row.x + 40, row.y + 10);
      await page.waitForSelector('.arrow.preview');
      await moveNow(page, 2);
      await page.waitForSelector('.branch', { state: 'detached' });
      await page.waitForSelector('.arrow.preview', { state: 'detached' });
      await dragPiece(page, 'g1', 'f3');
      await waitForPiece(page, 'f3', 'white knight');
      await moveNow(page, 4);
    },
  },
  {
    name: 'the better move of a report is played where it was possible',
    settings: study,
    fragment: '#/moves/e2e4,e7e5,g1f3,b8c6,f1c4,c6d4,f3e5,d8g5,e5f7,g5g2,h1f1,g2e4,c4e2,d4f3',
    play: async (page) => {
      await waitForMoves(page, 14);
      await page.getByRole('tab', { name: 'Report' }).click();
      await page.getByRole('button', { name: 'Review game' }).click();
      await page.waitForFunction(
        () => !document.querySelector('progress') && document.querySelector('.better'),
      );
      const button = page.locator('.better').first();
      const better = (await button.textContent())!.replace('Best was ', '');
      await button.click();
      await page.locator('.notation [aria-current]', { hasText: better }).waitFor();
      await page.mouse.move(5, 5);
      await page.waitForSelector('.arrow.preview', { state: 'detached' });
    },
  },
  {
    name: 'moves can be typed one after the other; letters never become commands of the page',
    settings: slowEngine,
    play: async (page) => {
      const field = page.getByLabel('Type a move');
      await field.fill('e4');
      await field.press('Enter');
      await page.getByText('thinking…').waitFor();
      await page.keyboard.type('Nf3');
      await moveNow(page, 2);
      assert.equal(await page.locator('dialog').count(), 0);
      await page.keyboard.press('Enter');
      await waitForPiece(page, 'f3', 'white knight');
      await moveNow(page, 4);
    },
  },
  {
    name: 'no evaluation bar while one plays; in the analysis it goes from score to score',
    settings: { mode: 'people' },
    play: async (page) => {
      for (const [from, to] of [
        ['e2', 'e4'],
        ['e7', 'e5'],
        ['d1', 'h5'],
        ['e8', 'e7'],
      ] as const) {
        await clickMove(page, from, to);
        await waitForPiece(page, from, 'empty');
      }
      assert.equal(await page.locator('.evaluation-bar').count(), 0);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Resign?' }).click();
      await page.getByRole('button', { name: 'Analyse' }).click();
      await page.waitForSelector('.evaluation-bar:not(.unknown)');
      await page.evaluate(() => {
        const bar = document.querySelector('.evaluation-bar')!;
        new MutationObserver(() => {
          if (bar.classList.contains('unknown')) document.title = 'The bar knew nothing';
        }).observe(bar, { attributes: true });
      });
      for (let i = 0; i < 3; i++) {
        await page.keyboard.press('ArrowLeft');
        await page.waitForSelector('.lines li');
      }
      assert.notEqual(await page.title(), 'The bar knew nothing');
    },
  },
  {
    name: 'an analysis comes to the end of the game, waits there, and goes on',
    settings: study,
    fragment: '#/moves/f2f3,e7e5,g2g4,d8h4',
    play: async (page) => {
      await waitForMoves(page, 4);
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'Analyse' }).click();
      await page.waitForSelector('.lines li');
      await page.keyboard.press('ArrowRight');
      await page.getByText('The game ends in this position').waitFor();
      await page.waitForTimeout(500);
      assert.deepEqual(await page.locator('.notice').allTextContents(), []);
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('.lines li');
    },
  },
  {
    name: 'a line cited in a running game stays on the board after a tap',
    options: { ...phone, colorScheme: 'light' },
    play: async (page) => {
      await page.getByRole('tab', { name: 'Chat' }).tap();
      await page.getByRole('button', { name: 'Hint' }).tap();
      await page.locator('.chat-lines .engine .line-moves button').first().tap();
      await page.waitForTimeout(300);
      assert.equal(await page.locator('.arrow.preview').count(), 1);
    },
  },
  {
    name: 'a hint is seen on the board, also where the chat is not, and until the move',
    options: { ...phone, colorScheme: 'light' },
    play: async (page) => {
      await page.getByRole('button', { name: 'Hint' }).tap();
      await page.waitForSelector('.arrow.best');
      await picture(page, 'phone-hint');
      await touchDrag(page, 'a2', 'a3');
      await page.waitForSelector('.arrow.best', { state: 'detached' });
    },
  },
  {
    name: 'menus open where they can be read, as wide as their words',
    play: async (page) => {
      const opened = async (name: string | RegExp, where: string) => {
        await page.getByRole('button', { name }).click();
        const box = (await page.getByRole('menu').boundingBox())!;
        const { width, height } = page.viewportSize()!;
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${where}: from ${box.x}, ${box.width} wide`);
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${where}: from ${box.y}, ${box.height} high`);
        assert.ok(box.width < 320, `${where}: ${box.width} wide`);
        await picture(page, `menu-${where}`);
        await page.keyboard.press('Escape');
      };
      await opened('Reset to…', 'reset');
      await opened(/change the engine/, 'strength');
      await page.getByRole('button', { name: 'Flip board' }).click();
      await opened(/change the engine/, 'strength-below');
      await page.setViewportSize({ width: 390, height: 844 });
      await opened('Reset to…', 'reset-phone');
      await opened('More', 'more-phone');
      await page.setViewportSize({ width: 320, height: 568 });
      await opened('Reset to…', 'reset-small');
      await opened('More', 'more-small');
    },
  },
  {
    name: 'who looks back in a running game sees the way to where it goes on',
    settings: { mode: 'people' },
    play: async (page) => {
      await clickMove(page, 'e2', 'e4');
      await waitForMoves(page, 1);
      await page.keyboard.press('ArrowLeft');
      await page.locator('.actions .primary[aria-label="Last position"]').click();
      await clickMove(page, 'e7', 'e5');
      await waitForMoves(page, 2);
      assert.equal(await page.locator('.actions .primary').count(), 0);
    },
  },
  {
    name: 'a cleared chat shows what happens from then on, moves too',
    settings: { mode: 'people' },
    play: async (page) => {
      await clickMove(page, 'e2', 'e4');
      await page.locator('.chat-moves', { hasText: 'e4' }).waitFor();
      const input = page.getByLabel('Chat message or command');
      await input.fill('/clear');
      await input.press('Enter');
      await page.locator('.chat-moves').waitFor({ state: 'detached' });
      await clickMove(page, 'e7', 'e5');
      await page.locator('.chat-moves', { hasText: 'e5' }).waitFor();
      assert.equal(await page.locator('.chat-moves', { hasText: 'e4' }).count(), 0);
    },
  },
  {
    name: 'a FEN is changed letter by letter in the board editor',
    settings: study,
    play: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      const fen = page.getByLabel('FEN', { exact: true });
      await fen.fill('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
      await page.getByText('This position is legal').waitFor();
      // From "w K" to "b -", as hands do it.
      await fen.focus();
      await page.keyboard.press('End');
      for (let i = 0; i < ' K - 0 1'.length; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('b');
      assert.equal(await fen.inputValue(), '4k3/8/8/8/8/8/8/4K2R b K - 0 1');
      await page.getByRole('button', { name: 'Study position' }).click();
      await page.locator('[role=grid][aria-label="Chess board, black to move"]').waitFor();
    },
  },
];
