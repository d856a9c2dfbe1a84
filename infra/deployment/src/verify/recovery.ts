import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processes } from '@docfolio/tasks/processes';
import { AdminApi, type Credentials } from './admin-api.js';
import type { Ledger, Mark } from './ledger.js';
import { Load } from './load.js';
import { Mailbox } from './mailbox.js';
import { MailpitMirror } from './mailpit-mirror.js';
import { loadProblems } from './report.js';
import { RetryingClient } from './retrying-client.js';
import type { Stack } from './stack.js';
import { runStory } from './story.js';
import { type Site, up } from './verification.js';

const secretFiles = { JWT_SECRET: 'jwt-secret', BYTES_SECRET: 'bytes-secret', LINK_SECRET: 'link-secret' };
/** Requests before a backup, so that there is something to lose. */
const requestsBefore = 100;
const settleMs = 60_000;
/** ms for a command in a container of its own, before which those that it depends on run again: migrations among them. */
const containerMs = 600_000;

/** A backup of a running stack, and what had been acknowledged when it began. */
export interface StackBackup {
  id: string;
  ledger: Ledger;
  mark: Mark;
}

/** Makes a backup while `perSecond` requests are sent. */
export async function backUpUnderLoad(api: AdminApi, stack: Stack, perSecond: number): Promise<StackBackup> {
  const load = new Load(api, perSecond, `backup-${process.pid}`);
  await load.prepare();
  load.start();
  while (load.sent < requestsBefore) await delay(50);
  const mark = load.ledger.mark();
  const output = await inBackupContainer(stack, ['backup', '--plain']);
  const figures = await load.stop();
  const problems = loadProblems({ figures, comparison: { lost: [], twice: [], lostEdits: [] } });
  if (problems.length > 0) throw new Error(`During the backup:\n${problems.slice(0, 10).join('\n')}`);
  const id = /\d{8}T\d{6}Z-[0-9a-f]{6}/.exec(output)?.[0];
  if (!id) throw new Error(`The backup has no id:\n${output}`);
  return { id, ledger: load.ledger, mark };
}

/** Restores a backup to a new stack, with the secrets of the old one. @returns that stack, which runs */
export async function restoreToNewStack({ stack }: Site, { id }: StackBackup): Promise<Stack> {
  await up(stack);
  await stack.compose(['stop', ...processes.map(({ name }) => name)], { timeout: containerMs });
  await inBackupContainer(stack, ['restore', id, '--secrets-to', '/backups/secrets']);
  const secrets: Record<string, string> = {};
  for (const [variable, file] of Object.entries(secretFiles)) {
    const args = ['run', '--rm', '--no-TTY', '--no-deps', '--entrypoint', 'cat', 'backup', `/backups/secrets/${file}`];
    secrets[variable] = (await stack.compose(args, { timeout: containerMs })).trim();
  }
  const restored = stack.withFiles(stack.files, { ...stack.env, ...secrets });
  await up(restored, ['--force-recreate']);
  return restored;
}

/** Checks that everything acknowledged before the backup is there once, and that a visitor and the owner can work. */
export async function checkRestored(site: Site, admin: Credentials, { ledger, mark }: StackBackup): Promise<void> {
  const { settings, stack, dataDir, mirrorsMail } = site;
  const api = new AdminApi(new RetryingClient(`http://127.0.0.1:${settings.port}`), admin);
  const compare = async () => {
    const leads = await api.all<{ email: string; company: string | null }>('/leads');
    return ledger.compare(
      leads.map(({ email, company }) => ({ key: email, value: company })),
      mark,
    );
  };
  const deadline = Date.now() + settleMs;
  while ((await compare()).lost.length > 0 && Date.now() < deadline) await delay(1_000);
  const { lost, twice, lostEdits } = await compare();
  const problems = [...lost, ...lostEdits, ...twice];
  if (problems.length > 0)
    throw new Error(`Lost: ${lost.length}, lost edits: ${lostEdits.length}, twice: ${twice.length}\n${problems[0]}`);
  const mirror = mirrorsMail ? new MailpitMirror(stack, new Mailbox(join(dataDir, 'mail')).folder) : undefined;
  try {
    await runStory(stack.root, api.client.origin, admin, dataDir);
  } finally {
    mirror?.stop();
  }
}

function inBackupContainer(stack: Stack, args: string[]): Promise<string> {
  return stack.compose(['run', '--rm', '--no-TTY', 'backup', ...args], { timeout: containerMs });
}
