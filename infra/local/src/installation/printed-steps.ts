import type { Say, Step } from '@docfolio/backup/run-command';
import { Progress } from '../../bootstrap/progress.mjs';

/** ms between progress messages: a terminal overwrites each message, a log gets a line for each. */
const progressInterval = () => (process.stdout.isTTY ? 200 : 10_000);

/** Returns a function that runs a step and prints its name, progress and result. */
export function printedSteps(): Step {
  const progress = new Progress(process.stdout);
  return (name, work) => progress.step(name, (say) => work(throttled(say, progressInterval())));
}

/** Returns a `say` that drops messages within `interval` ms of the last one, because each is a line in a log. */
function throttled(say: Say, interval: number): Say {
  let last = performance.now();
  return (doing) => {
    if (performance.now() - last < interval) return;
    last = performance.now();
    say(doing);
  };
}
