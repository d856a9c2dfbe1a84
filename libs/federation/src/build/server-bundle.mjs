// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NormalModuleReplacementPlugin, optimize } from '@rspack/core';
import { leanIcons } from './lean-icons.mjs';
import { sharedFiles } from './shared-modules.mjs';

const emptyModule = fileURLToPath(new URL('./nothing.mjs', import.meta.url));

/** Packages that remotes don't bundle, because they use the host's copy, on the server as in the browser. */
export const sharedPackages = ['react', 'react/jsx-runtime', 'react-dom', '@tanstack/react-query'];

/**
 * Returns the configuration of an app's server build: one CommonJS file, without styles, assets and federation. A
 * remote's shared modules stay `require` calls, which the web process resolves to `shared` of the host's build.
 * @param {object} options
 * @param {string} options.name The app's name.
 * @param {string} options.directory The app's folder, to which `entry` and the output `folder` are relative.
 * @param {string} options.entry
 * @param {string} options.folder
 * @param {{ publicPath: string, assetModuleFilename: string }} options.assets The same as in the browser build.
 * @param {boolean} options.isHost Whether it bundles the shared modules.
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
      path: path.resolve(directory, folder),
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
    // Not minified, so that stack traces in the log are readable.
    optimization: { minimize: false, splitChunks: false },
    performance: { hints: false },
    stats: 'errors-warnings',
    plugins: [
      new NormalModuleReplacementPlugin(/\.css$/, emptyModule),
      leanIcons(),
      new optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

/** @param {import('@rspack/core').ExternalItemFunctionData} data @returns {Promise<string | undefined>} */
async function shared({ context = '', request = '', getResolve }) {
  if (sharedPackages.includes(request) || request in sharedFiles) return `commonjs ${request}`;
  const [key, file] =
    Object.entries(sharedFiles).find(([name]) => path.basename(name) === path.parse(request).name) ?? [];
  if (!key || !request.startsWith('.') || !getResolve) return undefined;
  const resolve = /** @type {(context: string, request: string) => Promise<string>} */ (getResolve());
  return (await resolve(context, request)) === file ? `commonjs ${key}` : undefined;
}
