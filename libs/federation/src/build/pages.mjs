// @ts-check
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sources } from '@rspack/core';

/** Writes `pages.json`, the pages of a remote that the platform's source does not know, into the build's folder. */
export class PagesPlugin {
  /** @param {string} directory The app's folder. */
  constructor(directory) {
    this.file = path.join(directory, 'src/pages.json');
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PagesPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'PagesPlugin', stage }, async () => {
        const dependencies = existsSync(this.file) ? compilation.fileDependencies : compilation.missingDependencies;
        dependencies.add(this.file);
        if (existsSync(this.file))
          compilation.emitAsset('pages.json', new sources.RawSource(await readFile(this.file, 'utf8')));
      });
    });
  }
}
