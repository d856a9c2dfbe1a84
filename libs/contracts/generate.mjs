// Writes src/generated from the contracts, which it reads as text, and the folders of the services. Builds and `npm install` in a git checkout run it.
// names.ts, record-pages.ts and constants.ts are for browsers, without zod, and separate because a first visit needs
// little of them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const source = new URL('./src/', import.meta.url);
const folder = new URL('generated/', source);
const head = '// Generated from the contracts by generate.mjs. Do not edit.\n';

const modules = ['core', 'entities'].flatMap((subject) =>
  readdirSync(new URL(subject, source))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .sort()
    .map((name) => `${subject}/${name}`)
    .map((file) => ({ file, text: readFileSync(new URL(file, source), 'utf8') })),
);

/** Returns, per module, the names of the `export const`s whose value is a call of one of `functions` (`a|b`). */
function declaredBy(functions) {
  const pattern = new RegExp(`^export const (\\w+)(?:: [^=]+)? = (?:${functions})\\(`, 'gm');
  return modules.map(({ file, text }) => ({
    from: `./${file.replace(/\.ts$/, '.js')}`,
    names: Array.from(text.matchAll(pattern), ([, name]) => name),
  }));
}

function readEntities({ file, text }) {
  return Array.from(text.matchAll(/^export const \w+ = entity\(([\s\S]*?)\);$/gm), ([, literal]) => {
    try {
      const entity = new Function(`return ${literal}`)();
      if ((entity.trash || entity.counts) && !entity.service) throw new Error('trash and counts need a service');
      return entity;
    } catch (error) {
      throw new Error(`libs/contracts/src/${file}: entity(...) takes a plain literal: ${error.message}`);
    }
  });
}

const entities = modules.flatMap(readEntities);
const declarations = (lists) =>
  Object.entries(lists)
    .map(([name, list]) => `export const ${name} = ${JSON.stringify(list, null, 2)} as const;\n`)
    .join('\n');

function pagesFile() {
  const pages = entities.filter(({ trash }) => trash).map(({ collection, page = {} }) => [collection, page]);
  return declarations({ declaredPages: Object.fromEntries(pages) });
}

function namesFile() {
  const services = [...new Set(entities.flatMap(({ service }) => service ?? []))];
  const byService = (valuesOf) =>
    services.map((name) => [name, entities.filter(({ service }) => service === name).flatMap(valuesOf)]);
  return declarations({
    liveTopics: entities.map(({ collection }) => collection),
    cacheTags: entities.flatMap(({ cacheTag }) => cacheTag ?? []),
    exportLists: entities.filter(({ exported }) => exported).map(({ collection }) => collection),
    trashTypes: Object.fromEntries(byService(({ trash, collection }) => (trash ? [collection] : []))),
    countNames: Object.fromEntries(byService(({ counts = {} }) => Object.keys(counts))),
  });
}

/** Returns the exported constants whose value is a plain literal. */
function constantsFile() {
  const constant = /^export const \w+ = (?:'[^'\n]*'|[\d_]+|\[[^\]]*\] as const);\n/gm;
  return modules.flatMap(({ text }) => text.match(constant) ?? []).join('');
}

function contractsFile() {
  const tables = [
    ['export const operationTable = {', declaredBy('operations'), '} as const;'],
    ['export const domainEvents = [', declaredBy('event|recordEvent'), '] as const;'],
    ['export const entities = [', declaredBy('entity'), '] as const;'],
  ];
  const imports = modules.flatMap((_, index) => {
    const names = tables.flatMap(([, declared]) => declared[index].names);
    return names.length > 0 ? `import { ${names.join(', ')} } from '.${tables[0][1][index].from}';` : [];
  });
  const written = tables.map(([first, declared, last]) =>
    [first, ...declared.flatMap(({ names }) => names.map((name) => `  ${name},`)), last].join('\n'),
  );
  return `${imports.join('\n')}\n\n${written.join('\n\n')}\n`;
}

/** The names of processes: a folder of services/ that declares one, and the web process. */
function processesFile() {
  const services = new URL('../../services/', import.meta.url);
  const declared = readdirSync(services).filter((name) => existsSync(new URL(`${name}/src/process.ts`, services)));
  const behindGateway = declared.filter((name) => name !== 'gateway');
  return declarations({ serviceNames: declared, processNames: ['web', 'gateway', ...behindGateway] });
}

mkdirSync(folder, { recursive: true });
const written = {
  'processes.ts': processesFile(),
  'names.ts': namesFile(),
  'record-pages.ts': pagesFile(),
  'constants.ts': constantsFile(),
  'contracts.ts': contractsFile(),
};
for (const [name, content] of Object.entries(written)) {
  const file = new URL(name, folder);
  const text = `${head}\n${content}`;
  // Writing an equal file would start another build in `npm run dev`.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
