import type { Step } from '@docfolio/backup/run-command';

/** ms between messages about a running step. */
const progressInterval = 10_000;

/** Prints a line when a step ends, as logs of containers show them. */
export const step: Step = async (name, work) => {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  let saidAt = performance.now();
  const say = (doing: string) => {
    if (performance.now() - saidAt < progressInterval) return;
    saidAt = performance.now();
    console.log(`${name}: ${doing} ...`);
  };
  try {
    console.log(`${name}: ${await work(say)}, ${seconds()}`);
  } catch (error) {
    console.log(`${name}: failed after ${seconds()}`);
    throw error;
  }
};
