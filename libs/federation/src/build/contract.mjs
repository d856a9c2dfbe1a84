// @ts-check
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { experiments, sources } from '@rspack/core';
import { sharedPackages } from './server-bundle.mjs';
import { installed, overlayState, sharedFiles } from './shared-modules.mjs';

/** Packages whose version host and remotes must share: those of the browser, and the builder of the federation runtime. */
const packages = [
  'react',
  'react-dom',
  'react-router-dom',
  '@tanstack/react-query',
  'zod',
  '@rspack/core',
  ...overlayState,
];

/** Change it when the shell's frame needs something else of remotes, so that older builds are not shown in it. */
const frame = 'of the shell, for site and admin';

/**
 * Returns what a remote takes from the shell at run time: package versions, hashes of the shared source files without
 * comments, what the frame around its pages is, and names that the shell's server build provides. A remote fits a shell only if both are equal.
 * @returns {Promise<{ hash: string, parts: Record<string, string> }>} `hash` is the SHA-256 of `parts`
 */
export async function readContract() {
  /** @type {Record<string, string>} */
  const parts = {};
  for (const name of packages) parts[name] = installed(name);
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
  parts.frame = frame;
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
