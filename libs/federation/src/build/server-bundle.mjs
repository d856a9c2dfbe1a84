// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NormalModuleReplacementPlugin, optimize } from '@rspack/core';
import { sharedFiles } from './shared-modules.mjs';

const nothing = fileURLToPath(new URL('./nothing.mjs', import.meta.url));

/** Packages of which host and remotes use the host's copy on a server too. */
const sharedPackages = ['react', 'react/jsx-runtime', 'react-dom', '@tanstack/react-query'];

/**
 * The build of an app for the web process, which draws pages with it: one CommonJS file, so that a deployment replaces
 * it whole; no styles, no files, no federation. What a remote shares with the host is left to `require`: the web
 * process answers that with what the host's own file exports as `shared`.
 * @param {object} options
 * @param {string} options.name The app's name.
 * @param {string} options.directory The app's folder.
 * @param {string} options.entry Relative to the folder.
 * @param {string} options.folder Where the one file, `server.js`, goes; relative to the app's folder.
 * @param {{ publicPath: string, assetModuleFilename: string }} options.assets As the browser's build names its files.
 * @param {boolean} options.isHost Whether it brings the shared modules.
 * @returns {import('@rspack/core').Configuration}
 */
export function serverBundle({ name, directory, entry, folder, assets, isHost }) {
  return {
    name: `${name}-server`,
    context: directory,
    target: 'node20',
    mode: 'production',
    devtool: false,
    entry: { server: entry },
    output: {
      ...assets,
      path: path.join(directory, folder),
      filename: 'server.js',
      library: { type: 'commonjs2' },
      clean: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      tsConfig: path.join(directory, 'tsconfig.json'),
    },
    externals: isHost ? [] : [shared],
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false } },
            },
            env: { targets: 'node 20' },
          },
        },
        { test: /\.(woff2|png|jpe?g|avif|webp|svg)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    // Readable: its errors end up in the log.
    optimization: { minimize: false, splitChunks: false },
    performance: { hints: false },
    stats: 'errors-warnings',
    plugins: [
      new NormalModuleReplacementPlugin(/\.css$/, nothing),
      new optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

/**
 * @param {import('@rspack/core').ExternalItemFunctionData} data
 * @returns {Promise<string | undefined>}
 */
async function shared({ context = '', request = '', getResolve }) {
  if (sharedPackages.includes(request) || request in sharedFiles) return `commonjs ${request}`;
  // A library's relative import of its own file means the shared one too.
  const [key, file] =
    Object.entries(sharedFiles).find(([name]) => path.basename(name) === path.parse(request).name) ?? [];
  if (!key || !request.startsWith('.') || !getResolve) return undefined;
  const resolve = /** @type {(context: string, request: string) => Promise<string>} */ (getResolve());
  return (await resolve(context, request)) === file ? `commonjs ${key}` : undefined;
}
