import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRoot } from '../workspace.js';
import { checkBoundaries } from './boundaries.js';

let root: string;

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docfolio-boundaries-'));
  mkdirSync(join(root, 'infra'));
  for (const folder of ['libs/contracts', 'libs/service-kit', 'libs/new', 'services/leads', 'apps/crm']) {
    const name = `@docfolio/${folder.split('/')[1]}`;
    write(`${folder}/package.json`, JSON.stringify({ name, exports: { './*': { types: './src/*.ts' } } }));
    mkdirSync(join(root, 'node_modules/@docfolio'), { recursive: true });
    symlinkSync(join(root, folder), join(root, 'node_modules', name));
  }
  write('libs/contracts/src/entities/lead.ts', "import { z } from 'zod';\nexport const lead = z.object({});\n");
  write('libs/service-kit/src/rpc.ts', "export * from '@docfolio/contracts/entities/lead';\n");
  write('services/leads/src/main.ts', "import '@docfolio/service-kit/rpc';\nimport './records/records.js';\n");
  write('services/leads/src/records/records.ts', 'export const records = 1;\n');
  write('services/leads/src/exports/exports.ts', "export * from '../records/records.js';\n");
  write('apps/crm/src/routes.ts', "import { lead } from '@docfolio/contracts/entities/lead';\nexport { lead };\n");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Imports that the rules of this repository forbid, as `from → to`. */
async function forbidden(): Promise<string[]> {
  const [output = ''] = await checkBoundaries(findRoot(), { ...process.env, FORCE_COLOR: '1' }, root);
  return [...output.matchAll(/(\S+) → (?:\n\s+)?(\S+)/g)].map(([, from, to]) => `${from} → ${to}`).sort();
}

it('allows the imports that the architecture names', async () => {
  expect(await forbidden()).toEqual([]);
});

it('names each import that a rule forbids: of packages, of npm, of sibling features, in cycles', async () => {
  write('apps/crm/src/people/lead-list.page.tsx', "import '@docfolio/service-kit/rpc';\n");
  write('services/leads/src/leads/leads.service.ts', "import '../../../../apps/crm/src/routes';\n");
  write('libs/contracts/src/core/event.ts', "import { z } from 'zod';\nimport { Schema } from 'mongoose';\n");
  write('libs/contracts/src/core/event.spec.ts', "import fc from 'fast-check';\n");
  write('libs/new/src/new.ts', "import '@docfolio/contracts/entities/lead';\n");
  write('services/leads/src/timeline/timeline.ts', "import '../exports/exports.js';\nimport '../main.js';\n");
  write('libs/service-kit/src/a.ts', "import type { B } from './b.js';\nexport type A = B;\n");
  write('libs/service-kit/src/b.ts', "import type { A } from './a.js';\nexport type B = A;\n");
  expect(await forbidden()).toEqual([
    'apps/crm/src/people/lead-list.page.tsx → libs/service-kit/src/rpc.ts',
    'libs/contracts/src/core/event.ts → mongoose',
    'libs/new/src/new.ts → libs/contracts/src/entities/lead.ts',
    'libs/service-kit/src/a.ts → libs/service-kit/src/b.ts',
    'services/leads/src/leads/leads.service.ts → apps/crm/src/routes.ts',
    'services/leads/src/timeline/timeline.ts → services/leads/src/exports/exports.ts',
  ]);
});
