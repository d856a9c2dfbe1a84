// @ts-check
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import {
  CssExtractRspackPlugin,
  LightningCssMinimizerRspackPlugin,
  NormalModuleReplacementPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import tailwind from '@tailwindcss/postcss';
import { CompressedFilesPlugin } from './build/compressed-files.mjs';
import { HostDocumentPlugin } from './build/host-document.mjs';
import { serverBundle } from './build/server-bundle.mjs';
import { sharedModules } from './build/shared-modules.mjs';
import { sourceFingerprint } from './build/source-fingerprint.mjs';
import { withoutJsonSchema } from './build/used-names.mjs';

// Plain JavaScript with checked types: `rspack build` imports this file itself, and Node 20 runs no TypeScript.

/** What Tailwind 4 needs as well: cascade layers, color-mix, oklch. */
const browsers = ['chrome >= 111', 'edge >= 111', 'firefox >= 128', 'safari >= 16.4'];

const { resolve } = createRequire(import.meta.url);

const productionJsx = path.join(path.dirname(resolve('react/package.json')), 'cjs/react-jsx-runtime.production.js');

/** The module that the federation plugin puts into every entry. */
const bundlerRuntime = /webpack-bundler-runtime[\\/]dist[\\/]index\.c?js$/;

/**
 * The federation plugin picks the CommonJS form of its packages, which can't be tree-shaken (28 KB of brotli against
 * 15) and stands beside a second copy as soon as one of them is imported.
 * @param {string} name
 */
const moduleForm = (name) => resolve(`@module-federation/${name}`).replace(/\.cjs$/, '.js');

const federationRuntime = '@module-federation/runtime';

/** @param {import('@rspack/core').Compiler} compiler */
function useModuleForms(compiler) {
  // A name that stands for itself is no alias: it undoes the one that the federation plugin is about to set.
  compiler.options.resolve.alias = { ...compiler.options.resolve.alias, [federationRuntime]: federationRuntime };
  compiler.hooks.afterPlugins.tap({ name: 'FederationModuleForms', stage: 100 }, () => {
    const { alias } = compiler.options.resolve;
    compiler.options.resolve.alias = { ...alias, [`${federationRuntime}$`]: moduleForm('runtime') };
  });
}

/**
 * @typedef {object} HostOptions
 * @property {string} name The host's name in the federation.
 * @property {string} directory The app's folder.
 * @property {string} document The HTML template, relative to the folder (see build/host-document.mjs).
 * @property {string[]} headScripts Plain scripts that run before the first paint, relative to the folder.
 * @property {string} earlyScript A plain script that runs as soon as it is there, relative to the folder.
 * @property {string[]} publicFiles Files served under their own names, relative to the folder.
 * @property {string[]} preloadFonts Names of the font files that the first paint needs, without their extension.
 */

/**
 * @typedef {object} RemoteOptions
 * @property {string} name The remote's name: its folder under `/remotes/`, its scope in CSS, its key in remotes.json.
 * @property {string} directory The app's folder; `src/routes.tsx` in it is the exposed module.
 */

/**
 * Chunks named `lazy-...` are left alone: a module that one of them shares with another would else move to where every
 * first visit pays for it (3 KB of brotli for a search that few begin).
 * @param {import('@rspack/core').Chunk} chunk
 */
const isEager = (chunk) => !chunk.canBeInitial() && !chunk.name?.startsWith('lazy-');

const layer = { chunks: /** @type {const} */ ('async'), enforce: true };

/**
 * The host's builds: `dist/browser`, with hashed files under `assets/` and `index.html` for the web process to complete,
 * and `dist/rendering` from `src/server.tsx`, with which it draws pages. The host knows no remote by name: they come at
 * run time.
 * @param {HostOptions} options
 * @returns {(env: Record<string, unknown>) => import('@rspack/core').Configuration[]}
 */
export function hostConfig(options) {
  const { name, directory } = options;
  return (env) => {
    const build = buildOf(env);
    if (build.serving) return [hostBrowser(options, build)];
    const assets = { publicPath: '/', assetModuleFilename: hostAssets };
    const server = { name, directory, entry: './src/server.tsx', folder: 'dist/rendering', assets, isHost: true };
    return [hostBrowser(options, build), serverBundle(server)];
  };
}

const hostAssets = 'assets/[name].[contenthash:10][ext]';

/**
 * @param {HostOptions} options
 * @param {Build} build
 * @returns {import('@rspack/core').Configuration}
 */
function hostBrowser({ name, directory, ...documentOptions }, build) {
  const common = commonConfig({ name, directory, build, publicUrl: '/' });
  return {
    ...common,
    entry: { main: [...(build.serving ? [resolve('./dev/host-refresh.mjs')] : []), './src/index.ts'] },
    output: {
      ...common.output,
      path: path.join(directory, 'dist/browser'),
      publicPath: '/',
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
      filename: build.serving ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      chunkFilename: build.serving ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      cssFilename: 'assets/[name].[contenthash:10].css',
      assetModuleFilename: hostAssets,
    },
    optimization: {
      ...common.optimization,
      splitChunks: {
        // Each shared module would be a request of its own, with its own copy of what they have in common; what every
        // page needs travels together instead. In layers, because a chunk is ready only when the shared modules that
        // it asks for are: one that held react-dom and something that asks for react-dom would wait for itself.
        cacheGroups: {
          default: false,
          defaultVendors: false,
          base: { ...layer, name: 'base', test: /[\\/]node_modules[\\/]react[\\/]/ },
          zod: { ...layer, name: 'lazy-zod', test: /[\\/]node_modules[\\/](zod|\.cache[\\/]docfolio)[\\/]/ },
          react: {
            ...layer,
            name: 'react',
            test: /[\\/]node_modules[\\/](react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|@tanstack[\\/][^\\/]+|lucide-react)[\\/]|[\\/]federation[\\/]src[\\/]router\.ts$/,
          },
          // What two chunks have in common that come with every page; what only comes on demand keeps its own.
          common: { ...layer, chunks: isEager, name: 'common', test: /[\\/]libs[\\/]/, minChunks: 2, priority: -1 },
        },
      },
    },
    plugins: [
      ...common.plugins,
      { apply: useModuleForms },
      new NormalModuleReplacementPlugin(bundlerRuntime, moduleForm('webpack-bundler-runtime')),
      new CssExtractRspackPlugin({
        filename: build.serving ? 'assets/[name].css' : 'assets/[name].[contenthash:10].css',
        ignoreOrder: true,
      }),
      new ModuleFederationPlugin({
        name,
        shared: sharedModules(directory),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      new HostDocumentPlugin({ directory, ...documentOptions, hashed: !build.serving }),
      ...(build.serving ? [] : [new CompressedFilesPlugin()]),
    ],
  };
}

/**
 * A remote's builds: `dist`, with `mf-manifest.json` and hashed files, deployable to any folder of any origin; and where
 * there is a `src/server.ts`, `dist/server`, with which the web process draws its pages.
 * @param {RemoteOptions} options
 * @returns {(env: Record<string, unknown>) => import('@rspack/core').Configuration[]}
 */
export function remoteConfig({ name, directory }) {
  return (env) => {
    const build = buildOf(env);
    if (build.serving || !existsSync(path.join(directory, 'src/server.ts')))
      return [remoteBrowser(name, directory, build)];
    const assets = { publicPath: `/remotes/${name}/`, assetModuleFilename: remoteAssets };
    const server = { name, directory, entry: './src/server.ts', folder: 'dist/server', assets, isHost: false };
    return [remoteBrowser(name, directory, build), serverBundle(server)];
  };
}

const remoteAssets = '[name].[contenthash:10][ext]';

/**
 * @param {string} name
 * @param {string} directory
 * @param {Build} build
 * @returns {import('@rspack/core').Configuration}
 */
function remoteBrowser(name, directory, build) {
  const common = commonConfig({ name, directory, build, publicUrl: `/remotes/${name}/` });
  return {
    ...common,
    // The container is the entry; an own entry would drag a second runtime in.
    entry: {},
    output: {
      ...common.output,
      path: path.join(directory, 'dist'),
      publicPath: 'auto',
      filename: build.serving ? '[name].js' : '[name].[contenthash:10].js',
      chunkFilename: build.serving ? '[name].js' : '[name].[contenthash:10].js',
      assetModuleFilename: remoteAssets,
      // Its other build writes there at the same time.
      clean: { keep: 'server/' },
      // A page that is open while this remote is replaced must not take chunks of the old build for the new one's.
      chunkLoadingGlobal: `chunks_${name}_${build.serving ? 'dev' : sourceFingerprint(directory)}`,
    },
    optimization: { ...common.optimization, splitChunks: false },
    plugins: [
      ...common.plugins,
      new NormalModuleReplacementPlugin(bundlerRuntime, resolve('./build/remote-runtime.mjs')),
      ...(build.serving
        ? [new NormalModuleReplacementPlugin(/^react-refresh\/runtime$/, resolve('./dev/remote-refresh.mjs'))]
        : []),
      new CssExtractRspackPlugin({
        filename: build.serving ? '[name].css' : '[name].[contenthash:10].css',
        ignoreOrder: true,
      }),
      new ModuleFederationPlugin({
        name,
        // Prefixed: an element with the id `blog` would be `window.blog` too. `window` and not `var`: a Retry deletes it.
        library: { type: 'window', name: `docfolio_${name}` },
        filename: build.serving ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
        exposes: { './routes': './src/routes.tsx' },
        shared: sharedModules(directory),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: true,
        dev: false,
      }),
      ...(build.serving ? [] : [new CompressedFilesPlugin()]),
    ],
  };
}

/**
 * @typedef {object} Build
 * @property {boolean} serving A dev server with hot replacement; otherwise files for production.
 * @property {number} port Of the dev server; 0 when not serving.
 */

/**
 * @param {Record<string, unknown>} env What rspack's command line hands over.
 * @returns {Build}
 */
function buildOf(env) {
  const serving = env.RSPACK_SERVE === true;
  const port = Number(process.env.DEV_PORT ?? 0);
  if (serving && !port) throw new Error('DEV_PORT is missing: the port of this dev server on loopback');
  return { serving, port };
}

/** @param {{ name: string, directory: string, build: Build, publicUrl: string }} options */
function commonConfig({ name, directory, build, publicUrl }) {
  return {
    name,
    context: directory,
    target: /** @type {const} */ ('web'),
    mode: build.serving ? /** @type {const} */ ('development') : /** @type {const} */ ('production'),
    // Never an eval: the page's Content-Security-Policy is the same in development.
    devtool: build.serving ? /** @type {const} */ ('cheap-module-source-map') : /** @type {const} */ (false),
    output: { uniqueName: name, clean: true, crossOriginLoading: /** @type {const} */ (false) },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      // In development too: a remote's dev server has to work beside a host that is built, whose React lacks what the
      // development form asks it for.
      alias: { 'react/jsx-runtime$': productionJsx },
      tsConfig: path.join(directory, 'tsconfig.json'),
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false, refresh: build.serving } },
            },
            env: { targets: browsers },
          },
        },
        {
          test: /\.css$/,
          use: [
            CssExtractRspackPlugin.loader,
            { loader: resolve('css-loader'), options: { importLoaders: 1 } },
            {
              loader: resolve('postcss-loader'),
              options: { postcssOptions: { config: false, plugins: [tailwind({ optimize: false })] } },
            },
          ],
          sideEffects: true,
        },
        { test: /\.(woff2|png|jpe?g|avif|webp|svg)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      runtimeChunk: false,
      minimizer: [
        new SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    // Chunks that are compiled when they are asked for would be missing from the document and the manifest.
    lazyCompilation: false,
    performance: { hints: /** @type {const} */ (false) },
    stats: /** @type {const} */ ('errors-warnings'),
    plugins: [withoutJsonSchema(), ...(build.serving ? [new ReactRefreshRspackPlugin()] : [])],
    devServer: {
      host: '127.0.0.1',
      port: build.port,
      hot: true,
      // The page is served by the web process; the socket goes through it too, whatever address it is reached at.
      webSocketServer: { type: /** @type {const} */ ('ws'), options: { path: `${publicUrl}hot` } },
      client: {
        webSocketURL: `auto://0.0.0.0:0${publicUrl}hot`,
        overlay: { errors: true, warnings: false, runtimeErrors: false },
      },
      allowedHosts: /** @type {const} */ ('all'),
      devMiddleware: { publicPath: publicUrl },
    },
  };
}
