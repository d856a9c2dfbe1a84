// Loaded by the batches that jest.batches.cjs writes, within Jest.
const { appendFileSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** CPU time in s of this process and, on Linux, of its children that have ended. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  let ofChildren = 0;
  try {
    // Fields 16 and 17 of proc(5), in ticks of 10 ms, counted after the name in parentheses.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    ofChildren = (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    // No /proc: children are not counted.
  }
  return (user + system) / 1e6 + ofChildren;
}

const now = () => ({ ms: performance.now(), cpu: cpuSeconds() });

/** Undoes what a spec may leave behind and the next one does not expect. */
function tidy() {
  jest.restoreAllMocks();
  jest.useRealTimers();
  if (typeof window === 'undefined') return;
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
}

/** What runs when all specs of this batch have ended. Each spec's helpers may add to it. */
const endings = [];
globalThis[Symbol.for('docfolio.batch')] = { atEnd: (end) => endings.push(end) };
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/**
 * Runs a spec as a part of this test file, and appends its times to the file DOCFOLIO_TEST_TIMES.
 * @param {string} name path of the spec, relative to the repository
 * @param {() => void} load requires the spec
 */
exports.runSpec = (name, load) => {
  describe(name, () => {
    const loading = now();
    let loaded = loading;
    let began;
    beforeAll(() => {
      began = now();
    });
    try {
      load();
    } catch (error) {
      it('loads', () => {
        throw error;
      });
    }
    loaded = now();
    afterAll(() => {
      tidy();
      const target = process.env.DOCFOLIO_TEST_TIMES;
      if (!target) return;
      const ended = now();
      const times = {
        file: name,
        ms: Math.round(ended.ms - began.ms + loaded.ms - loading.ms),
        loadMs: Math.round(loaded.ms - loading.ms),
        cpu: Number((ended.cpu - began.cpu + loaded.cpu - loading.cpu).toFixed(2)),
      };
      appendFileSync(path.resolve(target), `${JSON.stringify(times)}\n`);
    });
  });
};
