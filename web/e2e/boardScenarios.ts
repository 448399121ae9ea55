// What hands do on the board while something else happens.
import { strict as assert } from 'node:assert';
import { centreOf, clickMove, clickSquare, labelOf, moveNow, waitForMoves, waitForPiece } from './input';
import { type Scenario, picture, slowEngine, study } from './scenario';

export const boardScenarios: Scenario[] = [
  {
    name: 'after moves by mouse, the arrow keys go through the game, whatever was written before',
    settings: study,
    fragment: '#/fen/4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1',
    play: async (page) => {
      await page.getByLabel('Chat message or command').click();
      await clickMove(page, 'a7', 'a8');
      await page.getByRole('button', { name: 'Rook' }).click();
      await waitForPiece(page, 'a8', 'white rook');
      await page.keyboard.press('ArrowLeft');
      await waitForPiece(page, 'a7', 'white pawn');
      await clickMove(page, 'e1', 'e2');
      await waitForPiece(page, 'e2', 'white king');
      await page.keyboard.press('ArrowLeft');
      await waitForPiece(page, 'e1', 'white king');
    },
  },
  {
    name: 'a piece picked up while the engine thinks is still in the hand when it has moved',
    settings: slowEngine,
    play: async (page) => {
      await clickMove(page, 'e2', 'e4');
      await page.getByText('thinking…').waitFor();
      await clickSquare(page, 'g1');
      await page.getByRole('button', { name: 'Move now' }).click();
      await waitForMoves(page, 2);
      assert.match(await labelOf(page, 'g1'), /selected/);
      assert.match(await labelOf(page, 'f3'), /legal move/);
      await clickSquare(page, 'f3');
      await waitForPiece(page, 'f3', 'white knight');
      await moveNow(page, 4);
    },
  },
  {
    name: 'an arrow is seen while it is drawn, and stays when a line is looked at',
    settings: { ...study, lines: 1 },
    play: async (page) => {
      const [from, to] = [await centreOf(page, 'g1'), await centreOf(page, 'f3')];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.waitForSelector('.arrow.green');
      await page.mouse.up({ button: 'right' });
      await page.getByRole('button', { name: 'Analyse' }).click();
      await page.locator('.lines .line-moves button').first().hover();
      await page.waitForSelector('.arrow.preview');
      await page.mouse.move(5, 5);
      await page.waitForSelector('.arrow.preview', { state: 'detached' });
      assert.equal(await page.locator('.arrow.green').count(), 1);
      await picture(page, 'arrow-kept');
    },
  },
];
