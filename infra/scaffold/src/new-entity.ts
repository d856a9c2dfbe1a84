import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addToList, importedBy, type ListEdit, readTemplates, render } from './render.js';
import { InvalidRequest, readRequest, type Taken, usage } from './request.js';
import { viewOf } from './view.js';

const contracts = 'libs/contracts/src/entities';
const biome = 'node_modules/@biomejs/biome/bin/biome';

/** In these, the entity's file and folder names must be free. */
const namedFolders = [contracts, 'apps/crm/src', 'services/leads/src', 'services/leads/demo'];

/** Lists with a line for each entity, by file. */
const sharedFiles: Record<string, ListEdit> = {
  'services/leads/src/app.module.ts': {
    start: '  imports: [',
    end: '  ],',
    line: '    {{Entities}}Module,',
    importLine: "import { {{Entities}}Module } from './{{folder}}/{{folder}}.module.js';",
  },
  'libs/admin/src/kinds/kind-facts.ts': {
    start: 'const declared',
    end: '};',
    line: "  {{collection}}: { one: '{{one}}',{{#isIrregular}} many: '{{many}}',{{/isIrregular}} group: 'people', count: '{{collection}}' },",
  },
  'apps/crm/src/app/kinds.ts': {
    start: 'export const kinds',
    end: '};',
    line: "  {{collection}}: listed({{entity}}Kind, () => import('../{{folder}}/{{file}}-list.page.js')),",
    importLine: "import { {{entity}}Kind } from '../{{folder}}/{{file}}-kind.js';",
  },
};

function takenIn(root: string, templates: ReadonlyMap<string, string>): Taken {
  const paths = namedFolders.flatMap((folder) => readdirSync(join(root, folder)));
  const texts = readdirSync(join(root, contracts)).map((file) => readFileSync(join(root, contracts, file), 'utf8'));
  return {
    paths: new Set(paths.map((path) => path.replace(/\..*$/, ''))),
    collections: new Set(
      texts.flatMap((text) => Array.from(text.matchAll(/collection: '(\w+)'/g), ([, name]) => name!)),
    ),
    identifiers: importedBy(templates),
  };
}

/**
 * Writes all files of a new entity, with `--dry-run` none. @param root of the checkout @param args of the command line
 * @returns paths relative to `root` @throws InvalidRequest for a refused request, before anything is written
 */
export function newEntity(root: string, args: string[], today = new Date()): { created: string[]; changed: string[] } {
  const templates = readTemplates(join(root, 'infra/scaffold/templates'));
  const { names, fields, dryRun } = readRequest(args, takenIn(root, templates));
  const view = viewOf(names, fields, today.toISOString().slice(0, 'YYYY-MM-DD'.length));
  const created = render(templates, view);
  const existing = [...created.keys()].filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) throw new InvalidRequest(existing.map((path) => `${path} exists`));
  const changed = new Map(
    Object.entries(sharedFiles).map(([path, edit]) => {
      const [[, filled] = []] = render(new Map([[path, JSON.stringify(edit)]]), view);
      return [path, addToList(readFileSync(join(root, path), 'utf8'), JSON.parse(filled!) as ListEdit)];
    }),
  );
  const paths = { created: [...created.keys()], changed: [...changed.keys()] };
  if (dryRun) return paths;
  for (const [path, text] of [...created, ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const run = (...command: string[]) => execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
  run('libs/contracts/generate.mjs');
  run(biome, 'check', '--write', '--unsafe', ...paths.created);
  run(biome, 'check', '--write', ...paths.changed);
  return paths;
}

const nextSteps = `
Next: change the demo records, texts and the icon, then

  npm run affected       # tests it
  SEED=demo npm start    # shows it in the CRM`;

/** Runs `npm run new -- entity` in the working directory. @returns the exit code */
export function main(args: string[]): number {
  try {
    const { created, changed } = newEntity(process.cwd(), args);
    for (const path of created) console.log(`  new      ${path}`);
    for (const path of changed) console.log(`  changed  ${path}`);
    if (!args.includes('--dry-run')) console.log(nextSteps);
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    console.error(`${error.problems.map((problem) => `- ${problem}`).join('\n')}\n\n${usage}`);
    return 2;
  }
}
