import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BackupPlan, backupFolder } from './backup-plan.js';
import type { LocalConfig } from './config.js';

/** Owner of the copy that this repository comes with. */
const inventedOwner = 'Alex Morgan';
const copyFile = 'libs/site-copy/src/site.ts';

/** Returns a path as one would type it in the checkout. */
export function shown({ root }: Pick<LocalConfig, 'root'>, path: string): string {
  return path.startsWith(`${root}/`) ? relative(root, path) : path;
}

/** Returns whether the site still shows the invented owner that this repository comes with. */
export function isInvented({ root }: Pick<LocalConfig, 'root'>): boolean {
  try {
    return readFileSync(join(root, copyFile), 'utf8').includes(`name: '${inventedOwner}'`);
  } catch {
    return false;
  }
}

const isLocal = (url: string): boolean => /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** Returns what an owner has to know once the platform runs, as pairs of a name and a text. */
export function readyNotes(config: LocalConfig, plan: BackupPlan | undefined): [string, string][] {
  const { SMTP_URL: smtp, OWNER_EMAIL: owner } = config.inherited;
  const mails = shown(config, join(config.dataDir, 'mail'));
  const notes: [string, string][] = [
    [
      'Emails',
      smtp
        ? `sent; those to the owner to ${owner || 'nobody: set OWNER_EMAIL'}`
        : `not sent, only written to ${mails}: set SMTP_URL`,
    ],
  ];
  if (plan) notes.push(['Backups', backupNote(config, plan)]);
  if (isInvented(config))
    notes.push(['Change first', `the invented owner, texts and prices: ${copyFile}, and the files beside it`]);
  return notes;
}

function backupNote(config: LocalConfig, { schedule, place, keep }: BackupPlan): string {
  const folder = backupFolder(config, place);
  const where = folder ? shown(config, folder) : place;
  if (schedule === undefined) return `only on request, to ${where} (BACKUP_SCHEDULE=off)`;
  const when = schedule === 'daily' ? 'every day' : `by the schedule ${schedule}`;
  const kept =
    keep === '7d' ? ', the last seven are kept' : keep ? `, kept: ${keep}` : ', none is removed (BACKUP_KEEP)';
  return `${when}, to ${where}${kept}; BACKUP_SCHEDULE=off switches them off`;
}

/** Returns warnings about a site that visitors can open. */
export function publicWarnings(config: LocalConfig): string[] {
  const { siteUrl, seed } = config;
  if (!siteUrl || isLocal(siteUrl)) return [];
  const invented = isInvented(config)
    ? [
        `WARNING: ${siteUrl} shows an invented owner with invented texts, prices and testimonials: change ${copyFile} first.\n`,
      ]
    : [];
  const demo =
    seed === 'demo' ? [`WARNING: SEED=demo has inserted invented people and articles into ${siteUrl}.\n`] : [];
  return [...invented, ...demo];
}
