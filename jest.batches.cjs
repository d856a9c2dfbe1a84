// Runs the specs of a package in batches, for `npm test` and `npm run affected`. Jest evaluates each test file in a module
// registry of its own: with one spec per test file, loading React, Nest or the contracts again and again takes a third of the
// time. A batch is a test file that loads several specs. By hand (`npm test -w ... -- src/a.spec.ts`) each spec is a file.
const { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const batchesFolder = path.join(__dirname, '.results/batches');

/** Specs in a batch, about. More of them load fewer modules, fewer of them spread better over the workers. */
const specsPerBatch = 10;

/** @returns {string[]} absolute paths of a package's specs, sorted */
function listSpecs(projectRoot) {
  return ['src', 'test']
    .flatMap((folder) => {
      const absolute = path.join(projectRoot, folder);
      const found = statSync(absolute, { throwIfNoEntry: false }) ? readdirSync(absolute, { recursive: true }) : [];
      return found.filter((file) => /\.spec\.tsx?$/.test(file)).map((file) => path.join(absolute, file));
    })
    .sort();
}

const isSlow = (spec) => /\.slow\.spec\.tsx?$/.test(spec);

/** Returns a spec's first comment if it is a docblock, in which Jest and this file look for `@jest-environment`, `@alone`. */
const docblock = (spec) => /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(spec, 'utf8'))?.[0] ?? '';

/** A spec with `@alone` shares no module with others: it replaces modules or changes globals. */
const runsAlone = (spec) => isSlow(spec) || /@alone\b/.test(docblock(spec));

const environmentOf = (spec) => /@jest-environment (\S+)/.exec(docblock(spec))?.[1];

/** Divides specs, which have the same environment, into batches of about the same size in bytes, in their order. */
function divide(specs) {
  const together = specs.filter((spec) => !runsAlone(spec));
  const count = Math.min(together.length, Math.max(2, Math.ceil(together.length / specsPerBatch)));
  const sizes = together.map((spec) => Math.max(1, statSync(spec).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const batches = Array.from({ length: count }, () => []);
  let before = 0;
  for (const [index, spec] of together.entries()) {
    batches[Math.min(count - 1, Math.floor((count * (before + sizes[index] / 2)) / total))].push(spec);
    before += sizes[index];
  }
  return [...batches.filter((batch) => batch.length > 0), ...specs.filter(runsAlone).map((spec) => [spec])];
}

/** A component spec takes about three times as long as another one of its size: rendering costs more than its text says. */
const costOfComponents = 3;

/** Returns about what share of the time a test file takes, by the size of its specs, in no unit. @param file a batch, or a spec */
exports.costOf = (file) => {
  const batched = [...readFileSync(file, 'utf8').matchAll(/require\("([^"]+\.spec\.tsx?)"\)/g)].map(([, spec]) => spec);
  const specs = batched.length > 0 ? batched : [file];
  return specs.reduce((sum, spec) => sum + statSync(spec).size * (spec.endsWith('.tsx') ? costOfComponents : 1), 0);
};

/**
 * Writes the batches of a package.
 * @param {string} projectRoot absolute path of the package
 * @param {'quick' | 'slow' | 'all'} circle which specs; the slow ones run alone
 * @param {string} target folder to write to
 * @returns {{ roots: string[], testMatch: string[] }} options of Jest
 */
exports.batched = (projectRoot, circle, target = batchesFolder) => {
  const specs = listSpecs(projectRoot).filter((spec) => circle === 'all' || isSlow(spec) === (circle === 'slow'));
  const folder = path.join(target, path.relative(__dirname, projectRoot).replaceAll(path.sep, '-'), circle);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const environments = [...new Set(specs.map(environmentOf))];
  const batches = environments.flatMap((environment) =>
    divide(specs.filter((spec) => environmentOf(spec) === environment)),
  );
  for (const [index, batch] of batches.entries()) {
    const names = Object.fromEntries(batch.map((spec) => [path.relative(__dirname, spec), spec]));
    const environment = environmentOf(batch[0]);
    const text = [
      ...(environment ? [`/** @jest-environment ${environment} */`] : []),
      `const { runSpec } = require(${JSON.stringify(path.join(__dirname, 'jest.run-spec.cjs'))});`,
      // Registers its clean-up for all specs, not only for the first one that loads it.
      ...(batch.some((spec) => spec.endsWith('.tsx'))
        ? [`require(${JSON.stringify(require.resolve('@testing-library/react'))});`]
        : []),
      ...Object.entries(names).map(
        ([name, spec]) => `runSpec(${JSON.stringify(name)}, () => require(${JSON.stringify(spec)}));`,
      ),
    ];
    writeFileSync(path.join(folder, `batch-${index + 1}.spec.js`), `${text.join('\n')}\n`);
  }
  return { roots: [projectRoot, folder], testMatch: [`${folder}/*.spec.js`] };
};
