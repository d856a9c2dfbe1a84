#!/usr/bin/env node
// Writes each process as one file to dist/, from the built packages: dist/leads.cjs and dist/leads.lines. See README.md.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rspack } from '@rspack/core';
import { bundled, lineTable } from './format.mjs';

const folder = import.meta.dirname;
const root = join(folder, '../..');
const output = join(folder, 'dist');
/** The processes that declare themselves, the Node process that several of them can share, and the embedded database. */
const processes = [
  'infra/embedded-mongo',
  'infra/backend',
  ...['apps', 'services']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((each) => existsSync(join(root, each, 'src/process.ts'))),
];

/** Loaded from node_modules at run time: packages with native code. */
const native = ['@node-rs/argon2', 'lmdb', 'msgpackr-extract', 'sharp'];
/** Loaded from node_modules only by processes with `METRICS=on`, so that others do not even read its source. */
const onDemand = ['prom-client'];
/** Of Nest's optional packages, those it imports where rspack does not see that they may be missing. */
const optional = [
  ...['@fastify/multipart', '@fastify/view', '@nats-io/transport-node', '@nestjs/platform-express'],
  ...['@nestjs/websockets/socket-module.js', 'amqp-connection-manager', 'class-transformer', 'class-validator'],
  ...['kafkajs', 'mqtt'],
];
/** Loaded as a file of its package, by `entry.load` of run.cjs: OpenTelemetry's packages can be found only from there. */
const tracing = { request: './sdk.js', file: 'libs/process/dist/tracing/sdk.js' };
const external = new Set([...native, ...onDemand, ...optional]);

/** Removes comments and white space. Names stay: Nest and mongoose use those of classes, stack traces all. */
const swc = {
  isModule: 'unknown',
  jsc: {
    parser: { syntax: 'ecmascript' },
    target: 'esnext',
    minify: { compress: false, mangle: false, format: { comments: false, asciiOnly: true } },
  },
  minify: true,
};

const compiler = rspack({
  context: root,
  entry: Object.fromEntries(processes.map((each) => [each.split('/')[1], join(root, each, 'dist/main.js')])),
  target: 'node20',
  mode: 'none',
  devtool: 'nosources-source-map',
  output: {
    path: output,
    filename: '[name].cjs',
    pathinfo: false,
    devtoolModuleFilenameTemplate: ({ absoluteResourcePath }) => relative(root, absoluteResourcePath),
    asyncChunks: false,
    clean: true,
  },
  // As Node resolves: not the builds for browsers and bundlers that `module` names.
  resolve: { mainFields: ['main'], conditionNames: ['node', '...'] },
  node: false,
  module: { rules: [{ test: /\.[cm]?js$/, loader: 'builtin:swc-loader', options: swc }] },
  externals: [
    ({ context, request }, done) => {
      if (external.has(request)) done(undefined, `commonjs ${request}`);
      else if (request === tracing.request && relative(root, join(context, request)) === tracing.file)
        done(undefined, `promise entry.load(${JSON.stringify(tracing.file)})`);
      else done();
    },
  ],
  // `bundled` in format.mjs defines the variable `entry`.
  plugins: [new rspack.DefinePlugin({ 'import.meta.dirname': 'entry.dirname', 'import.meta.url': 'entry.url' })],
  optimization: { nodeEnv: false, providedExports: true, usedExports: true, sideEffects: true, minimize: false },
});

const stats = await new Promise((resolve, reject) =>
  compiler.run((error, result) => compiler.close(() => (error ? reject(error) : resolve(result)))),
);
// A warning is an import that the bundler cannot follow, and that fails at run time. Packages have some for what is optional.
const warnings = stats
  .toJson({ all: false, warnings: true })
  .warnings.filter(({ moduleName = '' }) => !moduleName.includes('node_modules'));
if (stats.hasErrors() || warnings.length > 0) {
  console.error(stats.toString({ all: false, errors: true }));
  for (const { moduleName, message } of warnings) console.error(`${moduleName}: ${message.slice(0, 500)}`);
  process.exit(1);
}
for (const file of readdirSync(output).filter((name) => name.endsWith('.cjs'))) {
  const path = join(output, file);
  writeFileSync(path, bundled(readFileSync(path, 'utf8')));
  writeFileSync(path.replace(/cjs$/, 'lines'), lineTable(JSON.parse(readFileSync(`${path}.map`, 'utf8'))));
  rmSync(`${path}.map`);
}
