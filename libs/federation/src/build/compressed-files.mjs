// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json)$/;
const minSize = 500;

/** Writes a `.br` and a `.gz` copy of each emitted script, stylesheet, SVG and JSON file of 500 bytes or more. */
export class CompressedFilesPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('CompressedFilesPlugin', async (compilation) => {
      const folder = compilation.outputOptions.path ?? compiler.outputPath;
      const names = Object.keys(compilation.assets).filter((name) => compressible.test(name));
      await Promise.all(names.map((name) => compressFile(path.join(folder, name))));
    });
  }
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < minSize) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
