// The real program with the networks it comes with and a database of its own, that can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Program {
  file: string;
  address: string;
  killAndRestart: () => Promise<void>; // as a power cut would: without a chance to put anything in order
  close: () => Promise<void>;
}

export async function startProgram(file: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'tabiya-e2e-games-'));
  const options = ['--database', join(folder, 'games.sqlite'), '--log', 'off'];
  let child: ChildProcess;

  async function start(port: string): Promise<string> {
    child = spawn(file, ['serve', '--port', port, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`${file} serve ended at once`)));
    });
    const line = new Promise<string>((resolve) => createInterface(child.stdout!).once('line', resolve));
    return (await Promise.race([line, ended])).replace(/^Tabiya is at /, '').replace(/\/$/, '');
  }

  function end(signal: NodeJS.Signals): Promise<void> {
    child.removeAllListeners('exit');
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  }

  const address = await start('0');
  return {
    file,
    address,
    killAndRestart: async () => {
      await end('SIGKILL');
      await start(new URL(address).port);
    },
    close: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
