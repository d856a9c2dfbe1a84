// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NormalModuleReplacementPlugin } from '@rspack/core';
import { filesBelow, readSource } from './source-fingerprint.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const require = createRequire(import.meta.url);
/** Libraries whose code reaches a browser. */
const libraries = ['libs/contracts/src', 'libs/content/src', 'libs/api-client/src', 'libs/ui/src'];
/** What an app may use without leaving the common copy, beside what the libraries use. */
const usual =
  'array boolean coerce email enum int iso literal null nullable number object optional record strictObject string tuple union unknown url uuid'.split(
    ' ',
  );

/**
 * Zod as the platform shares it. Shared whole it costs three times what is used of it, and every remote with a form
 * would bring 22 KB of brotli again; so the shared module re-exports the usual names and those that the libraries and
 * the app write. The share key carries their fingerprint: a remote that uses more of zod than the host doesn't match and
 * brings its own copy, instead of missing a function.
 * @param {string} directory The app's folder.
 */
export function sharedZod(directory) {
  const zod = require('zod');
  const written = new Set(usual);
  for (const folder of [...libraries.map((library) => path.join(root, library)), path.join(directory, 'src')]) {
    for (const file of filesBelow(folder).filter((name) => /\.tsx?$/.test(name))) {
      for (const [, name] of readSource(file).matchAll(/\bz\s*\.\s*(\w+)/g)) written.add(name);
    }
  }
  const names = [...written].filter((name) => name in zod.z).sort();
  const fingerprint = createHash('sha256').update(names.join()).digest('hex').slice(0, 8);
  // Compiling validators would call the Function constructor, which the page's policy forbids and reports.
  const functions = generated(
    `zod-${fingerprint}-names.mjs`,
    `import { config } from 'zod/v4';\nconfig({ jitless: true });\nexport { ${names.join(', ')} } from 'zod/v4';\n`,
  );
  const { version } = require('zod/package.json');
  return {
    zod: {
      import: generated(`zod-${fingerprint}.mjs`, `export * as z from './${path.basename(functions)}';\n`),
      shareKey: `zod/${fingerprint}`,
      singleton: false,
      version,
      requiredVersion: version,
    },
  };
}

/**
 * Zod carries a generator of JSON Schema documents in every schema, 6 KB of brotli; only the gateway describes schemas.
 * @returns {import('@rspack/core').NormalModuleReplacementPlugin}
 */
export function withoutJsonSchema() {
  const core = path.join(path.dirname(require.resolve('zod/package.json')), 'v4/core');
  const names = ['json-schema-processors.js', 'to-json-schema.js'].flatMap((file) =>
    [...readSource(path.join(core, file)).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name),
  );
  const lines = [
    "const absent = () => { throw new Error('JSON Schema documents are made on the server only'); };",
    // Called for every schema when it is made; what they return is called by who wants a document.
    'export const createToJSONSchemaMethod = () => absent;',
    'export const createStandardJSONSchemaMethod = () => absent;',
    ...names.filter((name) => !/^create\w+Method$/.test(name)).map((name) => `export const ${name} = absent;`),
  ];
  const stub = generated('zod-json-schema.mjs', `${lines.join('\n')}\n`);
  return new NormalModuleReplacementPlugin(/(^|[\\/])(json-schema-processors|to-json-schema)\.js$/, stub);
}

/**
 * Writes a module that is made for the build. Builds run side by side and write the same content, so each renames its
 * own file into place.
 * @param {string} name
 * @param {string} code
 */
function generated(name, code) {
  const folder = path.join(root, 'node_modules/.cache/docfolio');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
