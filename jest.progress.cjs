const { costOf } = require('./jest.batches.cjs');
const CostliestFirst = require('./jest.sequencer.cjs');

const inMinutes = (ms) => (ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${(ms / 60_000).toFixed(1)} min`);

/** Jest reporter that prints a line for each batch, with an estimate of what is left; below it, failures and their output. */
module.exports = class Progress {
  onRunStart() {
    this.began = performance.now();
    this.doneCost = 0;
  }

  onTestResult({ context, path }, result, run) {
    this.doneCost += costOf(path);
    const { failureMessage, numFailingTests, numPassingTests, perfStats } = result;
    const elapsed = performance.now() - this.began;
    const left = (elapsed * (CostliestFirst.totalCost - this.doneCost)) / this.doneCost;
    const done = run.numPassedTestSuites + run.numFailedTestSuites;
    const failed = failureMessage ? `, ${numFailingTests || 'all'} FAILED` : '';
    console.log(
      `   ${done} of ${run.numTotalTestSuites} batches after ${inMinutes(elapsed)}, about ${inMinutes(left)} left. ` +
        `${context.config.displayName.name}: ${numPassingTests} passed${failed} in ${inMinutes(perfStats.runtime)}`,
    );
    if (!failureMessage) return;
    for (const { message } of result.console ?? []) console.log(message);
    console.log(failureMessage);
  }
};
