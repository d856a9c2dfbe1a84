import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Platform } from '@docfolio/local/platform';
import { expect } from '@playwright/test';

/** Runs the admin command against a running platform. @returns its output */
export async function adminCommand(platform: Platform, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['infra/local/dist/main.js', 'docfolio', 'admin', ...args], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    env: { ...process.env, DATA_DIR: platform.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code, output).toBe(0);
  return output;
}
