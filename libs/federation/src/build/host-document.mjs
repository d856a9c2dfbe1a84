// @ts-check
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { experiments, sources } from '@rspack/core';

/**
 * @typedef {object} HostDocumentOptions
 * @property {string} directory The app's folder, to which the other paths are relative.
 * @property {string} document The template. `<!-- styles -->` becomes styles, fonts, head and early script,
 *   `<!-- scripts -->` the entry and preloads of the chunks that the first paint needs.
 * @property {string[]} headScripts Plain scripts that run before the first paint, e.g. to set the theme.
 * @property {string} earlyScript A plain script that neither blocks nor waits for other scripts.
 * @property {string[]} preloadFonts Names of the font files that the first paint needs, without their extension.
 * @property {Record<string, string>} [preloadBelow] Path to the name of an on-demand chunk that its pages, and those below it, start with.
 * @property {boolean} hashed Whether the names of head and early script contain a hash, for permanent caching.
 */

/** Prefix of the chunks imported by the entry that are loaded on demand: neither they nor what is loaded with them is preloaded. */
const onDemandPrefix = 'lazy-';

export class HostDocumentPlugin {
  /** @param {HostDocumentOptions} options */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { directory, document, headScripts, earlyScript } = this.options;
    const read = (/** @type {string} */ file) => readFile(path.join(directory, file));
    compiler.hooks.thisCompilation.tap('HostDocumentPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tapPromise({ name: 'HostDocumentPlugin', stage }, async () => {
        for (const file of [document, ...headScripts, earlyScript]) {
          compilation.fileDependencies.add(path.join(directory, file));
        }
        const preloads = preloadScript(compilation, this.options.preloadBelow ?? {});
        const heads = await Promise.all(headScripts.map(read));
        const head = await this.emitScript(compilation, 'head', [...heads, Buffer.from(preloads)]);
        const early = await this.emitScript(compilation, 'early', [await read(earlyScript)]);
        const tags = documentTags(compilation, { head, early }, this.options.preloadFonts);
        const html = String(await read(document))
          .replace('<!-- styles -->', tags.styles.join('\n    '))
          .replace('<!-- scripts -->', tags.scripts.join('\n    '));
        compilation.emitAsset('index.html', new sources.RawSource(html));
      });
    });
  }

  /**
   * Emits scripts as one minified file. @returns {Promise<string>} its asset name
   * @param {import('@rspack/core').Compilation} compilation @param {string} name @param {Buffer[]} scripts
   */
  async emitScript(compilation, name, scripts) {
    const { code } = await experiments.swc.minify(scripts.join('\n'), { module: false, compress: true, mangle: true });
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
    const asset = this.options.hashed ? `assets/${name}.${hash}.js` : `assets/${name}.js`;
    compilation.emitAsset(asset, new sources.RawSource(code));
    return asset;
  }
}

/**
 * Returns a script that preloads the files of an on-demand chunk on the pages that start with it, before
 * the first scripts run. @param {import('@rspack/core').Compilation} compilation @param {Record<string, string>} chunks
 */
function preloadScript(compilation, chunks) {
  const wanted = Object.entries(chunks).flatMap(([path, name]) =>
    [...(compilation.namedChunks.get(name)?.files ?? [])]
      .filter((file) => /\.(js|css)$/.test(file) && !file.includes('.hot-update.'))
      .map((file) => [path, `/${file}`, file.endsWith('.css') ? 'style' : 'script']),
  );
  if (wanted.length === 0) return '';
  return `for (const [path, href, as] of ${JSON.stringify(wanted)})
    if (\`\${location.pathname}/\`.startsWith(\`\${path}/\`))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, href }));`;
}

/**
 * @param {import('@rspack/core').Compilation} compilation
 * @param {{ head: string, early: string }} plain asset names @param {string[]} fonts
 */
function documentTags(compilation, plain, fonts) {
  const entry = compilation.entrypoints.get('main');
  if (!entry) throw new Error('The host has no entry named main');
  const entryFiles = new Set(entry.getFiles());
  // Imports of the entry and the shared modules it provides. Their own dynamic imports are one level deeper.
  const eager = compilation.chunkGroups
    .filter((group) => group.getParents().some((parent) => parent.name === 'main'))
    .filter((group) => !group.chunks.some((chunk) => chunk.name?.startsWith(onDemandPrefix)))
    .flatMap((group) => [...group.chunks]);
  const files = [...new Set([...entryFiles, ...eager.flatMap((chunk) => [...chunk.files])])];
  const of = (/** @type {string} */ extension) =>
    files.filter((file) => file.endsWith(extension) && !file.includes('.hot-update.'));
  const fontFiles = fonts.map((font) => {
    const file = Object.keys(compilation.assets).find((name) => path.basename(name).startsWith(`${font}.`));
    if (!file) throw new Error(`No stylesheet of the host uses the font ${font}`);
    return file;
  });
  return {
    styles: [
      `<script src="/${plain.head}"></script>`,
      `<script async src="/${plain.early}"></script>`,
      ...fontFiles.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`),
      ...of('.css').map((file) => `<link rel="stylesheet" href="/${file}">`),
    ],
    scripts: [
      ...of('.js')
        .filter((file) => !entryFiles.has(file))
        .map((file) => `<link rel="preload" as="script" href="/${file}">`),
      ...of('.js')
        .filter((file) => entryFiles.has(file))
        .map((file) => `<script defer src="/${file}"></script>`),
    ],
  };
}
