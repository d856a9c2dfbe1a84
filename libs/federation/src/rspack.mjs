// @ts-check
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  CssExtractRspackPlugin,
  container,
  LightningCssMinimizerRspackPlugin,
  NormalModuleReplacementPlugin,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import tailwind from '@tailwindcss/postcss';
import { CompressedFilesPlugin } from './build/compressed-files.mjs';
import { ConsumedSharesPlugin } from './build/consumed-shares.mjs';
import { ContractPlugin } from './build/contract.mjs';
import { HostDocumentPlugin } from './build/host-document.mjs';
import { leanIcons } from './build/lean-icons.mjs';
import { ManifestPlugin } from './build/manifest.mjs';
import { PagesPlugin } from './build/pages.mjs';
import { serverBundle } from './build/server-bundle.mjs';
import { sharedModules } from './build/shared-modules.mjs';
import { sourceFingerprint } from './build/source-fingerprint.mjs';
import { withoutJsonSchema } from './build/used-names.mjs';

// JavaScript, because `rspack build` imports this file directly, and Node 20 can't run TypeScript.

/** Supported browsers: the minimum versions for Tailwind 4, which needs cascade layers, color-mix and oklch. */
const browsers = ['chrome >= 111', 'edge >= 111', 'firefox >= 128', 'safari >= 16.4'];

const { resolve } = createRequire(import.meta.url);

const productionJsx = path.join(path.dirname(resolve('react/package.json')), 'cjs/react-jsx-runtime.production.js');
/** Without the warnings for developers, which its package exports in every mode. */
const productionRouter = path.join(path.dirname(resolve('react-router/package.json')), 'dist/production/index.mjs');

/**
 * @typedef {object} HostOptions
 * @property {string} name The host's name in the federation.
 * @property {string} directory The app's folder.
 * @property {string} document The HTML template, relative to the folder (see build/host-document.mjs).
 * @property {string[]} headScripts Plain scripts that run before the first paint, relative to the folder.
 * @property {string} earlyScript A plain script that runs as soon as it is loaded, relative to the folder.
 * @property {Record<string, string>} [preloadBelow] Path to the on-demand chunk that pages there start with.
 * @property {string[]} preloadFonts Names of the font files that the first paint needs, without their extension.
 */

/**
 * @typedef {object} RemoteOptions
 * @property {string} name The remote's name: folder under `/remotes/`, CSS scope, key in remotes.json.
 * @property {string} directory The app's folder; `src/routes.tsx` in it is the exposed module, `src/pages.json`
 *   lists its pages if the platform's source does not.
 */

/** Returns whether a chunk may share code in `common`. @param {import('@rspack/core').Chunk} chunk */
const isEager = (chunk) => !chunk.canBeInitial() && !chunk.name?.startsWith('lazy-');

const layer = { chunks: /** @type {const} */ ('async'), enforce: true };

/**
 * Returns the host's builds: `dist/browser` (hashed files, and `index.html` for the web process to complete) and
 * `dist/rendering` from `src/server.tsx` (for server rendering).
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

/** @param {HostOptions} options @param {Build} build @returns {import('@rspack/core').Configuration} */
function hostBrowser({ name, directory, ...documentOptions }, build) {
  const common = commonConfig({ name, directory, build, publicUrl: '/' });
  return {
    ...common,
    entry: { main: [...(build.serving ? [resolve('./dev/host-refresh.mjs')] : []), './src/index.ts'] },
    output: {
      ...common.output,
      // Of two copies of a shared module with equal versions, the one from the greater name is loaded: the host's.
      uniqueName: `~${name}`,
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
        // By default each shared module is a chunk with its own copy of common code. These groups are layers: a chunk
        // waits for the shared modules it needs, so one with both react-dom and a user of react-dom waits for itself.
        cacheGroups: {
          default: false,
          defaultVendors: false,
          base: { ...layer, name: 'base', test: /[\\/]node_modules[\\/]react[\\/]/ },
          zod: { ...layer, name: 'lazy-zod', test: /[\\/]node_modules[\\/](zod|\.cache[\\/]docfolio)[\\/]/ },
          react: {
            ...layer,
            name: 'react',
            test: /[\\/]node_modules[\\/](react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|@tanstack[\\/][^\\/]+)[\\/]|[\\/]federation[\\/]src[\\/]router\.ts$|[\\/]ui[\\/]src[\\/]create-icon\.ts$/,
          },
          // Of the shell's overlays and those of the remotes: loaded with the first one.
          overlays: {
            ...layer,
            name: 'lazy-overlay-state',
            test: /[\\/]node_modules[\\/](@radix-ui[\\/]react-(dismissable-layer|focus-(guards|scope))|aria-hidden|react-remove-scroll(-bar)?|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|detect-node-es|tslib)[\\/]/,
          },
          // Icons of on-demand chunks are not part of the first visit.
          icons: { ...layer, chunks: isEager, name: 'react', test: /[\\/]node_modules[\\/]lucide-react[\\/]/ },
          // Code common to two eager chunks; on-demand chunks keep their own copies.
          common: { ...layer, chunks: isEager, name: 'common', test: /[\\/]libs[\\/]/, minChunks: 2, priority: -1 },
        },
      },
    },
    plugins: [
      ...common.plugins,
      new CssExtractRspackPlugin({
        filename: build.serving ? 'assets/[name].css' : 'assets/[name].[contenthash:10].css',
        ignoreOrder: true,
      }),
      new container.ModuleFederationPluginV1({ name, shared: sharedModules(directory, { isHost: true }) }),
      new ConsumedSharesPlugin(),
      new HostDocumentPlugin({ directory, ...documentOptions, hashed: !build.serving }),
      ...(build.serving ? [] : [new CompressedFilesPlugin()]),
    ],
  };
}

/**
 * Returns a remote's builds: `dist` (`mf-manifest.json` and hashed files, deployable to any folder of any origin) and,
 * if there is a `src/server.ts`, `dist/server` (for server rendering). `rspack build --env dist=FOLDER` writes them there.
 * @param {RemoteOptions} options
 * @returns {(env: Record<string, unknown>) => import('@rspack/core').Configuration[]}
 */
export function remoteConfig({ name, directory }) {
  return (env) => {
    const build = buildOf(env);
    if (build.serving || !existsSync(path.join(directory, 'src/server.ts')))
      return [remoteBrowser(name, directory, build)];
    const assets = { publicPath: `/remotes/${name}/`, assetModuleFilename: remoteAssets };
    const folder = path.join(build.folder, 'server');
    const server = { name, directory, entry: './src/server.ts', folder, assets, isHost: false };
    const browser = { ...remoteBrowser(name, directory, build), name };
    // The browser build clears its folder, which contains that of the server build.
    return [browser, { ...serverBundle(server), dependencies: [name] }];
  };
}

const remoteAssets = '[name].[contenthash:10][ext]';

/**
 * @param {string} name
 * @param {string} directory @param {Build} build @returns {import('@rspack/core').Configuration}
 */
function remoteBrowser(name, directory, build) {
  const common = commonConfig({ name, directory, build, publicUrl: `/remotes/${name}/` });
  // Prefixed, because an element with the id `blog` is `window.blog`. Not `var`, because the host deletes it.
  const globalName = `docfolio_${name}`;
  return {
    ...common,
    // Module Federation adds the remote's entry; another one would add a second runtime.
    entry: {},
    output: {
      ...common.output,
      path: path.resolve(directory, build.folder),
      publicPath: 'auto',
      filename: build.serving ? '[name].js' : '[name].[contenthash:10].js',
      chunkFilename: build.serving ? '[name].js' : '[name].[contenthash:10].js',
      assetModuleFilename: remoteAssets,
      // Keeps chunks of two builds apart in a page that is open while the remote is replaced.
      // Needed for integrity; adds `crossorigin` only to files of another origin.
      crossOriginLoading: 'anonymous',
      chunkLoadingGlobal: `chunks_${name}_${build.serving ? 'dev' : sourceFingerprint(directory)}`,
    },
    optimization: { ...common.optimization, splitChunks: false },
    plugins: [
      ...common.plugins,
      ...(build.serving
        ? [new NormalModuleReplacementPlugin(/^react-refresh\/runtime$/, resolve('./dev/remote-refresh.mjs'))]
        : []),
      new CssExtractRspackPlugin({
        filename: build.serving ? '[name].css' : '[name].[contenthash:10].css',
        ignoreOrder: true,
      }),
      new container.ModuleFederationPluginV1({
        name,
        library: { type: 'window', name: globalName },
        filename: build.serving ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
        exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
        shared: sharedModules(directory, { isHost: false }),
      }),
      new ConsumedSharesPlugin(),
      new ManifestPlugin({ entry: name, exposed: 'routes', globalName }),
      new PagesPlugin(directory),
      ...(build.serving
        ? []
        : [new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }), new CompressedFilesPlugin()]),
    ],
  };
}

/**
 * @typedef {object} Build
 * @property {boolean} serving true for a dev server with hot replacement, false for a production build.
 * @property {number} port Port of the dev server; 0 when not serving.
 * @property {string} [platform] Origin of a deployed platform that loads the remote from the dev server (DEV_PLATFORM).
 * @property {string} folder Output folder of a remote, absolute or relative to the app's folder.
 */

/** @param {Record<string, unknown>} env from rspack's command line @returns {Build} */
function buildOf(env) {
  const serving = env.RSPACK_SERVE === true;
  const port = Number(process.env.DEV_PORT ?? 0);
  if (serving && !port) throw new Error('DEV_PORT is missing: the port of this dev server on loopback');
  const platform = process.env.DEV_PLATFORM ? new URL(process.env.DEV_PLATFORM).origin : undefined;
  return { serving, port, platform, folder: typeof env.dist === 'string' ? env.dist : 'dist' };
}

/** @param {{ name: string, directory: string, build: Build, publicUrl: string }} options */
function commonConfig({ name, directory, build, publicUrl }) {
  return {
    name,
    context: directory,
    target: /** @type {const} */ ('web'),
    mode: build.serving ? /** @type {const} */ ('development') : /** @type {const} */ ('production'),
    // No eval: the page's Content-Security-Policy is the same in development.
    devtool: build.serving ? /** @type {const} */ ('cheap-module-source-map') : /** @type {const} */ (false),
    output: { uniqueName: name, clean: true, crossOriginLoading: /** @type {const} */ (false) },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      // Also in development, because the React of a built host doesn't support the development JSX runtime.
      alias: { 'react/jsx-runtime$': productionJsx, ...(build.serving ? {} : { 'react-router$': productionRouter }) },
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
        {
          test: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/,
          loader: resolve('./build/lean-router.mjs'),
        },
      ],
    },
    optimization: {
      runtimeChunk: false,
      minimizer: [
        new SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    // Lazily compiled chunks would be missing from the document and the manifest.
    lazyCompilation: false,
    performance: { hints: /** @type {const} */ (false) },
    stats: /** @type {const} */ ('errors-warnings'),
    plugins: [
      withoutJsonSchema(),
      leanIcons(),
      new ContractPlugin(),
      ...(build.serving ? [new ReactRefreshRspackPlugin()] : []),
    ],
    devServer: {
      host: '127.0.0.1',
      port: build.port,
      hot: true,
      // Other origins may not read the sources.
      headers: build.platform ? { 'access-control-allow-origin': build.platform } : undefined,
      // The web process serves the page and proxies the socket, at whatever host name it is reached. A deployed platform
      // does not: its pages connect to this server.
      webSocketServer: { type: /** @type {const} */ ('ws'), options: { path: `${publicUrl}hot` } },
      client: {
        webSocketURL: build.platform
          ? `ws://localhost:${build.port}${publicUrl}hot`
          : `auto://0.0.0.0:0${publicUrl}hot`,
        overlay: { errors: true, warnings: false, runtimeErrors: false },
      },
      // Pages of other sites reach this server too, through the developer's browser.
      allowedHosts: build.platform ? [new URL(build.platform).hostname] : /** @type {const} */ ('all'),
      devMiddleware: { publicPath: publicUrl },
    },
  };
}
