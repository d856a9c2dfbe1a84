// Writes the generated documents: `npm run docs`. With `--check` it only compares, and exits 1 if one is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LAUNCHER_VARIABLES } from '@docfolio/local/launcher-variables';
import { findRoot } from '@docfolio/local/workspace';
import { configurationPage } from './configuration-page.js';
import { loadProcessFields } from './process-fields.js';

const root = findRoot();
const check = process.argv.includes('--check');
const processes = await loadProcessFields(root);
const documents: Record<string, string> = {
  'docs/configuration.md': configurationPage(processes, LAUNCHER_VARIABLES),
};

for (const [name, content] of Object.entries(documents)) {
  const path = join(root, name);
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === content;
  if (isCurrent) continue;
  if (check) {
    console.error(`${name} is out of date: run npm run docs`);
    process.exitCode = 1;
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${name} written`);
}
