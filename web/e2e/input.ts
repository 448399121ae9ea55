// Moving pieces as people do: by mouse, by clicks, by finger, by keyboard; and reading the board.
import type { CDPSession, Page } from 'playwright-core';

export async function centreOf(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`.board-area [role=gridcell][data-square=${square}]`).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// A piece can be moved when the legal moves have come from the server, and it has stopped sliding.
async function readyToMove(page: Page, square: string): Promise<void> {
  await page.waitForSelector(`.board-area .piece.movable[data-square=${square}]`);
  await page.waitForFunction(
    () => document.querySelector('.board-area')?.getAnimations({ subtree: true }).length === 0,
  );
}

export async function dragPiece(page: Page, from: string, to: string): Promise<void> {
  await readyToMove(page, from);
  const [start, end] = [await centreOf(page, from), await centreOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  // dnd-kit swallows every click for 50 ms after a drag, which no hand is fast enough to notice.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
}

export async function clickSquare(page: Page, square: string): Promise<void> {
  const { x, y } = await centreOf(page, square);
  await page.mouse.click(x, y);
}

export async function clickMove(page: Page, from: string, to: string): Promise<void> {
  await readyToMove(page, from);
  await clickSquare(page, from);
  await clickSquare(page, to);
}

// Only keys; the board must have the focus.
export async function keyMove(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) {
    for (const key of square) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  }
}

// A finger that moves, through the browser's own touch input.
export async function touchDrag(page: Page, from: string, to: string): Promise<void> {
  await readyToMove(page, from);
  const session: CDPSession = await page.context().newCDPSession(page);
  const [start, end] = [await centreOf(page, from), await centreOf(page, to)];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await send('touchStart', start);
  for (let step = 1; step <= 6; step++) {
    await send('touchMove', {
      x: start.x + ((end.x - start.x) * step) / 6,
      y: start.y + ((end.y - start.y) * step) / 6,
    });
  }
  await send('touchEnd');
  await session.detach();
}

export async function tapSquare(page: Page, square: string): Promise<void> {
  const { x, y } = await centreOf(page, square);
  await page.touchscreen.tap(x, y);
}

// As a screen reader hears it.
export const labelOf = (page: Page, square: string): Promise<string> =>
  page
    .locator(`.board-area [role=gridcell][data-square=${square}]`)
    .getAttribute('aria-label')
    .then((label) => label ?? '');

export async function waitForPiece(page: Page, square: string, piece: string): Promise<void> {
  await page.waitForFunction(
    ([name, wanted]) =>
      document
        .querySelector(`.board-area [role=gridcell][data-square=${name}]`)
        ?.getAttribute('aria-label')
        ?.includes(wanted!),
    [square, piece],
  );
}

// The engine's answer at once. Neither the mouse nor the focus leaves its place for it.
export async function moveNow(page: Page, count: number): Promise<string[]> {
  await page.getByRole('button', { name: 'Move now' }).dispatchEvent('click');
  return waitForMoves(page, count);
}

export const moves = (page: Page): Promise<string[]> => page.locator('.notation button').allTextContents();

export async function waitForMoves(page: Page, count: number): Promise<string[]> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.notation button').length >= wanted,
    count,
  );
  return moves(page);
}
