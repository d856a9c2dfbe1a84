// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { NormalModuleReplacementPlugin } from '@rspack/core';
import { generatedFolder, librariesFolder } from './libraries.mjs';
import { filesBelow, readSource } from './source-fingerprint.mjs';

const require = createRequire(import.meta.url);
/** Those whose names count. A remote outside the checkout has no site-copy, which therefore uses no name of its own. */
const libraries = ['contracts', 'site-copy', 'api-client', 'ui', 'public-forms'];
/** Parts of zod in every shared copy, so that an app that starts to use one of them keeps its fingerprint. */
export const commonNames =
  'array boolean coerce email enum int iso literal null nullable number object optional record strictObject string tuple union unknown url uuid'.split(
    ' ',
  );

/**
 * Returns the share configuration of zod, reduced to the common names and those that the libraries and the app use as
 * `z.<name>`. A remote whose set of names differs from the host's loads its own copy.
 * @param {string} directory The app's folder.
 */
export function sharedZod(directory) {
  const zod = require('zod');
  const folders = [...libraries.map((library) => path.join(librariesFolder, library)), directory].map((folder) =>
    path.join(folder, 'src'),
  );
  const usedNames = new Set([...commonNames, ...usedNamesIn(folders.filter((folder) => existsSync(folder)))]);
  if (usedNames.has('core')) throw new Error('z.core contains all of zod: 60 KB instead of 20 for each form');
  const names = [...usedNames].filter((name) => name in zod.z).sort();
  const fingerprint = createHash('sha256').update(names.join()).digest('hex').slice(0, 8);
  // `jitless`: compiled validators call the Function constructor, which the page's CSP forbids and reports.
  const namedExports = writeGenerated(
    `zod-${fingerprint}-names.mjs`,
    `import { config } from 'zod/v4';\nconfig({ jitless: true });\nexport { ${names.join(', ')} } from 'zod/v4';\n`,
  );
  const { version } = require('zod/package.json');
  return {
    zod: {
      import: writeGenerated(`zod-${fingerprint}.mjs`, `export * as z from './${path.basename(namedExports)}';\n`),
      shareKey: `zod/${fingerprint}`,
      singleton: false,
      version,
      requiredVersion: version,
    },
  };
}

/** Returns each name that a source file uses as `z.<name>`. @param {string[]} folders @returns {Set<string>} */
export function usedNamesIn(folders) {
  const files = folders.flatMap(filesBelow).filter((name) => /\.tsx?$/.test(name));
  return new Set(
    files.flatMap((file) => [...readSource(file).matchAll(/\bz\s*\.\s*(\w+)/g)].map(([, name = '']) => name)),
  );
}

/** Removes zod's JSON Schema generator (6 KB of brotli) from browser builds; only the gateway uses it. */
export function withoutJsonSchema() {
  const core = path.join(path.dirname(require.resolve('zod/package.json')), 'v4/core');
  const names = ['json-schema-processors.js', 'to-json-schema.js'].flatMap((file) =>
    [...readSource(path.join(core, file)).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name),
  );
  const lines = [
    "const absent = () => { throw new Error('JSON Schema documents are made on the server only'); };",
    // zod calls these two for each schema; their results are called only to generate a JSON Schema.
    'export const createToJSONSchemaMethod = () => absent;',
    'export const createStandardJSONSchemaMethod = () => absent;',
    ...names.filter((name) => !/^create\w+Method$/.test(name)).map((name) => `export const ${name} = absent;`),
  ];
  const stub = writeGenerated('zod-json-schema.mjs', `${lines.join('\n')}\n`);
  return new NormalModuleReplacementPlugin(/(^|[\\/])(json-schema-processors|to-json-schema)\.js$/, stub);
}

/** Writes a module, safe for concurrent builds. @param {string} name @param {string} code @returns {string} its path */
function writeGenerated(name, code) {
  mkdirSync(generatedFolder, { recursive: true });
  const file = path.join(generatedFolder, name);
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
