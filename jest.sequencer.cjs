const { costOf } = require('./jest.batches.cjs');

/** Starts the batches that cost most first, so that no core is idle at the end. Durations of earlier runs are not needed. */
module.exports = class CostliestFirst {
  /** Cost of all batches of this run, for jest.progress.cjs. */
  static totalCost = 0;

  sort(tests) {
    const costs = new Map(tests.map((test) => [test, costOf(test.path)]));
    CostliestFirst.totalCost = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
    return [...tests].sort((a, b) => costs.get(b) - costs.get(a));
  }

  // Jest calls it after the run.
  cacheResults() {}
};
