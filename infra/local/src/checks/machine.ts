import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * Work of about workMs on the machine that the expected times come from: one core, as fast as its Node answers 20,000 small
 * requests a second.
 */
const work = `
const { createHash } = require('node:crypto');
const began = performance.now();
let text = 'docfolio';
for (let round = 0; round < 1_600; round++) {
  text = createHash('sha256').update(JSON.stringify({ text, list: Array.from({ length: 60 }, (_, index) => text + index) })).digest('hex');
}
require('node:worker_threads').parentPort.postMessage(performance.now() - began);
`;
const workMs = 60;

const runWork = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const cores = Math.min(4, availableParallelism());

/**
 * Measures this machine as it is now, other load included, in less than a second.
 * @returns how many times as long as the machine of the expected times it needs for the same work, with two cores busy
 */
export async function measureSlowness(): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const times = await Promise.all(Array.from({ length: cores }, runWork));
    rounds.push(times.reduce((sum, ms) => sum + ms, 0) / times.length);
  }
  const median = rounds.sort((a, b) => a - b)[1]!;
  return (median / workMs) * (2 / cores);
}

/** Returns by what time-outs are multiplied on a machine: at least 1, at most 8. */
export const timeoutFactor = (slowness: number): number => Math.min(8, Math.max(1, slowness));
