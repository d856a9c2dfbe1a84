// @ts-check

/** In Rspack's code: the shared modules that the build's chunks need, by chunk. */
const generatedData = /^__webpack_require__\.consumesLoadingData = .*$/m;

/**
 * Replaces Rspack's code that gives chunks their shared modules. Rspack's understands all of npm's version ranges, in
 * 1 KB of each build, and contains paths of the machine that built it. After a failed load of a shared module, its chunk
 * would count as loaded with modules that throw; here the chunk fails, and its next load tries the module again.
 */
export class ConsumedSharesPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('ConsumedSharesPlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('ConsumedSharesPlugin', ({ name, source }) => {
        if (name !== 'consumes_loading' || !source) return;
        const [data] = generatedData.exec(source.source.toString()) ?? [];
        if (!data?.includes('initialConsumes: []'))
          throw new Error('Rspack loads shared modules in another way: adapt build/consumed-shares.mjs');
        const used = data.replaceAll(/, (?:shareScope|import|eager|treeShakingMode): (?:null|false|"[^"]*")/g, '');
        source.source = Buffer.from(`${used}\n${runtime}`);
      });
    });
  }
}

/**
 * `fits` knows the ranges of shared-modules.mjs: `^1.2.0`, and `1.2.0` exactly. The host's modules are registered first,
 * so they are the first versions.
 */
const runtime = `
const { chunkMapping, moduleIdToConsumeDataMapping } = __webpack_require__.consumesLoadingData;
const loads = {};
const fits = (version, range) => {
  if (version === range.replace('^', '')) return true;
  if (range[0] !== '^') return false;
  const [has, needs] = [version, range.slice(1)].map((text) => text.split('.').map(Number));
  const fixed = needs.findIndex((part) => part > 0);
  const differs = needs.findIndex((part, index) => part !== has[index]);
  return differs > fixed && has[differs] > needs[differs];
};
const factoryOf = ({ shareKey, requiredVersion, singleton, strictVersion, fallback }) => {
  const versions = __webpack_require__.S.default[shareKey] ?? {};
  const known = Object.keys(versions);
  const version = singleton ? known[0] : known.find((each) => fits(each, requiredVersion));
  if (version === undefined) {
    if (!fallback) throw new Error("Shared module " + shareKey + " doesn't exist");
    return fallback();
  }
  if (!fits(version, requiredVersion)) {
    const problem = "Unsatisfied version " + version + " from " + versions[version].from + " of shared module " + shareKey + " (required " + requiredVersion + ")";
    if (strictVersion) throw new Error(problem);
    console.warn(problem);
  }
  versions[version].loaded = 1;
  return versions[version].get();
};
const load = async (id) => {
  try {
    await __webpack_require__.I('default');
    const factory = await factoryOf(moduleIdToConsumeDataMapping[id]);
    __webpack_require__.m[id] = (module) => {
      delete __webpack_require__.c[id];
      module.exports = factory();
    };
  } catch (error) {
    delete loads[id];
    throw error;
  }
};
__webpack_require__.f.consumes = (chunkId, promises) => {
  for (const id of chunkMapping[chunkId] ?? []) promises.push(loads[id] ??= load(id));
};
`;
