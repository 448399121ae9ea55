// What the first visit costs: bytes over the wire, and the time until one can play.
import type { Page } from 'playwright-core';

export interface FirstLoad {
  bytes: number; // as they came, compressed, with headers and what the WebSocket said
  milliseconds: number; // from navigation until the board stands there and its pieces can be picked up
  asked: string[]; // every address, those of WebSockets, too
}

declare global {
  interface Window {
    playableAt?: number;
  }
}

// As text, for what the compiler adds to functions is not there in the page.
const noticePlayable = `(function look() {
  if (document.querySelector('.board-area .piece.movable')) window.playableAt = performance.now();
  else requestAnimationFrame(look);
})()`;

// Opens the page again as a browser that has never seen it: nothing kept, nothing remembered.
export async function firstLoad(page: Page): Promise<FirstLoad> {
  const address = new URL('/', page.url()).href;
  await page.evaluate(() => localStorage.clear());
  await page.addInitScript({ content: noticePlayable });

  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
  let bytes = 0;
  const asked: string[] = [];
  network.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url));
  network.on('Network.webSocketCreated', ({ url }) => asked.push(url));
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  network.on('Network.webSocketFrameReceived', ({ response }) => (bytes += response.payloadData.length));

  await page.goto(address);
  const playable = await page.waitForFunction(() => window.playableAt);
  await page.waitForLoadState('networkidle');
  await network.detach();
  return { bytes, milliseconds: (await playable.jsonValue()) ?? NaN, asked };
}
