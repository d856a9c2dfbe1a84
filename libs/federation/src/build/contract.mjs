// @ts-check
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { experiments, sources } from '@rspack/core';
import { sharedPackages } from './server-bundle.mjs';
import { sharedFiles } from './shared-modules.mjs';

const require = createRequire(import.meta.url);

/** Packages whose version host and remotes must share: those of the browser, and the builder of the federation runtime. */
const packages = ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', 'zod', '@rspack/core'];

/**
 * Returns what a remote takes from the shell at run time: package versions, hashes of the shared source files without
 * comments, and names that the shell's server build provides. A remote fits a shell only if both are equal.
 * @returns {Promise<{ hash: string, parts: Record<string, string> }>} `hash` is the SHA-256 of `parts`
 */
export async function readContract() {
  /** @type {Record<string, string>} */
  const parts = {};
  for (const name of packages) parts[name] = require(`${name}/package.json`).version;
  for (const [name, file] of Object.entries(sharedFiles)) {
    const { code } = await experiments.swc.transform(await readFile(file, 'utf8'), {
      jsc: {
        parser: { syntax: 'typescript', tsx: file.endsWith('.tsx') },
        target: 'es2022',
        minify: { compress: false },
      },
      minify: true,
      sourceMaps: false,
    });
    parts[name] = createHash('sha256').update(code).digest('hex');
  }
  parts.server = [...sharedPackages, ...Object.keys(sharedFiles)].sort().join(' ');
  return { hash: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), parts };
}

/** Writes `contract.json` into the build's folder. */
export class ContractPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ContractPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'ContractPlugin', stage }, async () => {
        const contract = `${JSON.stringify(await readContract(), null, 2)}\n`;
        compilation.emitAsset('contract.json', new sources.RawSource(contract));
      });
    });
  }
}
