// @ts-check
import { sources } from '@rspack/core';

/**
 * @typedef {object} ManifestOptions
 * @property {string} entry Name of the entry's chunk.
 * @property {string} exposed Name of the exposed module's chunk.
 * @property {string} globalName Name of the global variable that the entry sets.
 */

/**
 * Writes `mf-manifest.json`: the file of the remote's entry, and the scripts and stylesheets that the exposed module needs
 * first. The fields are those of Module Federation's manifest that the web process and the shell read.
 */
export class ManifestPlugin {
  /** @param {ManifestOptions} options */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ManifestPlugin', (compilation) => {
      // After the names of files contain the hashes of their final contents.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ManifestPlugin', stage }, () => {
        const { entry, exposed, globalName } = this.options;
        const [entryFile] = filesOf(compilation, entry, '.js');
        const manifest = {
          metaData: { name: entry, globalName, remoteEntry: { name: entryFile, path: '', type: 'window' } },
          exposes: [
            {
              path: `./${exposed}`,
              assets: {
                js: { sync: filesOf(compilation, exposed, '.js') },
                css: { sync: filesOf(compilation, exposed, '.css') },
              },
            },
          ],
        };
        compilation.emitAsset('mf-manifest.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
      });
    });
  }
}

/**
 * @param {import('@rspack/core').Compilation} compilation @param {string} name of a chunk @param {string} extension
 * @returns {string[]}
 */
function filesOf(compilation, name, extension) {
  const chunk = [...compilation.chunks].find((candidate) => candidate.name === name);
  if (!chunk) throw new Error(`The build has no chunk named ${name}`);
  return [...chunk.files].filter((file) => file.endsWith(extension) && !file.includes('.hot-update.'));
}
