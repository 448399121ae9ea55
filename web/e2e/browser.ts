// A browser, and pages in it that report when something goes wrong.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, type Page, chromium } from 'playwright-core';

export const artifacts = fileURLToPath(new URL('../artifacts/', import.meta.url));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visit {
  page: Page;
  problems: string[]; // errors of scripts and of the console
  close: () => Promise<void>;
}

// A fresh profile each time, with these settings.
export async function visit(
  address: string,
  options: BrowserContextOptions = {},
  settings: Record<string, unknown> = {},
): Promise<Visit> {
  mkdirSync(artifacts, { recursive: true });
  const profile = mkdtempSync(join(tmpdir(), 'tabiya-e2e-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    headless: true,
    args: flags,
    viewport: { width: 1366, height: 850 },
    reducedMotion: 'no-preference',
    ...options,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000); // a machine may be slow
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.hostname !== '127.0.0.1' && url.protocol.startsWith('http'))
      problems.push(`asked another host: ${request.url()}`);
  });
  await context.addInitScript((text) => {
    if (!localStorage.getItem('tabiya.settings')) localStorage.setItem('tabiya.settings', text);
  }, JSON.stringify(settings));
  await page.goto(address);
  await page.waitForSelector('.board [data-piece]');
  return {
    page,
    problems,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
