const { readdirSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const path = require('node:path');
const { batched } = require('./jest.batches.cjs');
const { timeoutFactor } = require('./timeout-factor.cjs');

// Packages that ship ESM only and have to be turned into CommonJS for Jest on Node 20.
const esmPackages = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'es-toolkit',
  'eventsource-parser',
  'cookie',
  'uuid',
  'date-fns',
  'chokidar',
  'readdirp',
  '@noble',
  '@scure',
  'age-encryption',
  // The Markdown pipeline: unified's family comes in many small packages.
  'remark-[a-z]+',
  'micromark[a-z-]*',
  'mdast-util-[a-z-]+',
  'hast-util-[a-z-]+',
  'unist-util-[a-z-]+',
  'vfile[a-z-]*',
  'unified',
  'bail',
  'is-plain-obj',
  'trough',
  'devlop',
  'lowlight',
  'rehype-sanitize',
  'zwitch',
  'ccount',
  'markdown-table',
  'get-east-asian-width',
  'longest-streak',
  'escape-string-regexp',
  'decode-named-character-reference',
  'character-entities',
  'trim-lines',
  'space-separated-tokens',
  'comma-separated-tokens',
  'property-information',
  '@ungap/structured-clone',
];

const swc = (react) => [
  require.resolve('@swc/jest'),
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: react, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** Options of a run, which Jest does not read from the packages when it runs several of them (jest.all.cjs). */
const ofTheRun = {
  testTimeout: 120_000 * timeoutFactor,
  // Most specs wait for processes, or for timers: two at a time take little longer than one.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // `jest.getSeed()` seeds random tests; `--seed=N` repeats them.
  showSeed: true,
  // `npm test -- --coverage` passes --coverage and reads these reports.
  coverageProvider: 'v8',
  coverageReporters: ['json-summary'],
};

/** Options of a package. */
const ofPackage = (projectRoot) => ({
  rootDir: projectRoot,
  // Not in the temporary folder: `npm test` fails when something is left there.
  cacheDirectory: path.join(__dirname, 'node_modules/.cache/jest'),
  ...(process.env.DOCFOLIO_SPECS
    ? batched(projectRoot, process.env.DOCFOLIO_SPECS)
    : { testMatch: ['<rootDir>/{src,test}/**/*.spec.{ts,tsx}'] }),
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: {
    [`^@docfolio/(${readdirSync(path.join(__dirname, 'libs')).join('|')})/(.*)$`]: path.join(
      __dirname,
      'libs/$1/src/$2',
    ),
    '^@docfolio/(backup|local|tasks)/(.*)$': path.join(__dirname, 'infra/$1/src/$2'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '\\.tsx$': swc(true), '\\.(ts|mjs|js)$': swc(false) },
  transformIgnorePatterns: [`/node_modules/(?!(.*/node_modules/)?(${esmPackages.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  coverageDirectory: path.join(__dirname, '.results/coverage', path.relative(__dirname, projectRoot)),
  collectCoverageFrom: [
    'src/**/*.{ts,tsx}',
    '!**/*.{spec,bench,fixture}.{ts,tsx}',
    '!src/testing/**',
    '!src/fixtures/**',
  ],
});

const base = (projectRoot) => ({ ...ofTheRun, ...ofPackage(projectRoot) });

/** Jest configuration of a package that runs on Node. `projectRoot` is the package's own folder. */
exports.node = (projectRoot, overrides = {}) => ({ ...base(projectRoot), testEnvironment: 'node', ...overrides });

/** Jest configuration of a package that runs on Node, and whose specs start compiled processes. */
exports.compiled = (projectRoot, overrides = {}) =>
  exports.node(projectRoot, { globalSetup: path.join(__dirname, 'jest.fresh-build.cjs'), ...overrides });

/** Jest configuration of a package that runs in a browser (jsdom, with Node's fetch, Request and TextEncoder). */
exports.browser = (projectRoot, overrides = {}) => ({
  ...base(projectRoot),
  testEnvironment: path.join(__dirname, 'jest.browser-environment.cjs'),
  ...overrides,
  setupFilesAfterEnv: [path.join(__dirname, 'jest.browser-setup.cjs'), ...(overrides.setupFilesAfterEnv ?? [])],
});

/** Jest configuration that runs the specs of packages in one run. @param folders the packages' folders, absolute */
exports.together = (folders) => ({
  ...ofTheRun,
  // More than the cores, because specs of services wait for processes.
  maxWorkers: availableParallelism() + 1,
  testSequencer: path.join(__dirname, 'jest.sequencer.cjs'),
  reporters: [path.join(__dirname, 'jest.progress.mjs')],
  projects: folders.map((folder) => {
    const options = Object.entries(require(path.join(folder, 'jest.config.cjs')));
    const ofThisPackage = Object.fromEntries(options.filter(([name]) => !(name in ofTheRun)));
    return { ...ofThisPackage, displayName: path.relative(__dirname, folder) };
  }),
});
