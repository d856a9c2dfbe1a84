import { howFar, seconds } from './infra/local/bootstrap/progress.mjs';
import batches from './jest.batches.cjs';
import CostliestFirst from './jest.sequencer.cjs';

/** Jest reporter that prints a line for each batch, with an estimate of what is left; below it, failures and their output. */
export default class Progress {
  onRunStart() {
    this.began = performance.now();
    this.doneCost = 0;
  }

  onTestResult({ context, path }, result, run) {
    this.doneCost += batches.costOf(path);
    const { failureMessage, numFailingTests, numPassingTests, perfStats } = result;
    const state = {
      done: run.numPassedTestSuites + run.numFailedTestSuites,
      all: run.numTotalTestSuites,
      things: 'batches',
      share: this.doneCost / CostliestFirst.totalCost,
      elapsed: performance.now() - this.began,
    };
    const failed = failureMessage ? `, ${numFailingTests || 'all'} FAILED` : '';
    console.log(
      `   ${howFar(state)}. ${context.config.displayName.name}: ${numPassingTests} passed${failed} in ${seconds(perfStats.runtime)}`,
    );
    if (!failureMessage) return;
    for (const { message } of result.console ?? []) console.log(message);
    console.log(failureMessage);
  }
}
