import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillTemplates, readTemplates } from '../render.js';
import { InvalidRequest, reservedWords } from '../request.js';
import { editedFiles } from './edited-files.js';

export const usage = `npm run new -- service <name> [--about '<sentence>'] [--dry-run]

  <name>   one word in lower case, such as billing: folder, image, Deployment, database docfolio_<name>

  npm run new -- service billing --about 'Invoices and payments.'`;

/** Package versions that every service uses; a service reads the others that it needs from its own manifest. */
const common = [
  '@docfolio/contracts',
  '@docfolio/process',
  '@docfolio/service-kit',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  'mongoose',
  'reflect-metadata',
  'rxjs',
  'zod',
];
/** The service whose versions a new one takes. */
const model = 'services/leads';
const biome = 'node_modules/@biomejs/biome/bin/biome';

interface Request {
  name: string;
  about: string;
  isDryRun: boolean;
}

/** Whether libs/contracts has a file of that name, or exports something so. */
function isContract(root: string, name: string): boolean {
  const files = ['core', 'entities']
    .map((subject) => join(root, 'libs/contracts/src', subject))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.spec)\.ts$/.test(file));
  const exported = new RegExp(`^export (?:const|function|type|interface) ${name}\\b`, 'm');
  return files.some((file) => basename(file) === `${name}.ts` || exported.test(readFileSync(file, 'utf8')));
}

/** @throws InvalidRequest for an unknown option or a name that is taken */
function readRequest(root: string, args: string[]): Request {
  const options = { about: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new InvalidRequest([(error as Error).message]);
  }
  const [name = '', ...rest] = parsed.positionals;
  const folders = ['apps', 'libs', 'services', 'infra'].flatMap((group) => readdirSync(join(root, group)));
  const containers = Array.from(
    readFileSync(join(root, 'docker-compose.yml'), 'utf8').matchAll(/^ {2}([\w-]+):$/gm),
    ([, each]) => each,
  );
  const problems = [
    ...(/^[a-z][a-z0-9]{1,30}$/.test(name) ? [] : ['The name is one word in lower case, such as billing.']),
    ...(rest.length > 0 ? [`${rest.join(' ')}: expected one name.`] : []),
    ...(folders.includes(name) || containers.includes(name) ? [`There is a folder or a container named ${name}.`] : []),
    ...(isContract(root, name) ? [`The contracts have a file or an export named ${name}.`] : []),
    ...(reservedWords.has(name) ? [`${name} is a word of JavaScript.`] : []),
    ...(/['"\\\n]/.test(parsed.values.about ?? '') ? ['The sentence may have no quotation marks or line breaks.'] : []),
  ];
  if (problems.length > 0) throw new InvalidRequest(problems);
  const about = parsed.values.about ?? `What the ${name} service does.`;
  return { name, about, isDryRun: parsed.values['dry-run'] === true };
}

/**
 * Writes all files of a new service, with `--dry-run` none. What is generated from its process.ts, `npm run docs` writes
 * after a build. @param root of the checkout @returns paths relative to `root`
 * @throws InvalidRequest for a refused request, before anything is written
 */
export function newService(root: string, args: string[]): { created: string[]; changed: string[] } {
  const { name, about, isDryRun } = readRequest(root, args);
  const { dependencies } = JSON.parse(readFileSync(join(root, model, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const used = Object.fromEntries(common.map((each) => [each, dependencies[each]]));
  const view = { name, about, identifier: name, dependencies: JSON.stringify(used, null, 2) };
  const templates = readTemplates(join(root, 'infra/scaffold/service-templates'));
  const created = new Map(
    [...fillTemplates(templates, view)].map(([path, text]) => [
      path === 'contract.ts' ? `libs/contracts/src/entities/${name}.ts` : `services/${name}/${path}`,
      text,
    ]),
  );
  const changed = editedFiles((path) => readFileSync(join(root, path), 'utf8'), { name, dependencies: used });
  const paths = { created: [...created.keys()], changed: [...changed.keys()] };
  if (isDryRun) return paths;
  for (const [path, text] of [...created, ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  // As `npm install` would.
  symlinkSync(`../../services/${name}`, join(root, 'node_modules/@docfolio', name));
  const run = (...command: string[]) => execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
  run('libs/contracts/generate.mjs');
  run(biome, 'check', '--write', '--unsafe', ...paths.created);
  return paths;
}

const nextSteps = `
Next: replace the operation \`status\` by your first one, then

  npm run build && npm run docs   # launcher, images, Compose, Kubernetes, monitoring
  npm run affected                # tests it
  npm start                       # runs it`;

/** Runs `npm run new -- service`. @returns the exit code */
export function main(root: string, args: string[]): number {
  try {
    const { created, changed } = newService(root, args);
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
