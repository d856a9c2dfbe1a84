import { setTimeout as delay } from 'node:timers/promises';
import { sumOf } from '../processes.mjs';
import { mediansByName } from '../report.mjs';

const idleMs = 20_000;
/** ms from the start of the platform on in which V8 still compiles and collects what the start left. */
const settlingMs = 90_000;
const samples = 3;
/** ms from ready until each process has collected the garbage of its start (infra/bundle/run.cjs: 4 s after its start). */
const collectedMs = 10_000;

/** Memory when the platform becomes ready, and a while later. @param {import('../platform.mjs').BenchPlatform} platform */
export async function memoryAfterStart(platform) {
  const atReady = await memory(platform, 'memory-ready');
  await delay(collectedMs);
  return [...atReady, ...(await memory(platform, 'memory'))];
}

/** Memory of all processes. @param {import('../platform.mjs').BenchPlatform} platform @param {string} row */
export async function memory(platform, row) {
  await platform.settle();
  const all = [];
  for (let sample = 0; sample < samples; sample += 1) {
    all.push(platform.memory());
    await delay(1_000);
  }
  const { own, files } = platform.memory();
  return [
    {
      row,
      runs: all.map(({ total }) => sumOf(total)),
      note: `heap and native ${sumOf(own).toFixed(0)} MB, code and mapped files ${sumOf(files).toFixed(0)} MB`,
      detail: mediansByName(all.map(({ total }) => total)),
    },
  ];
}

/** CPU without any request, a while after the start. @param {import('../platform.mjs').BenchPlatform} platform */
export async function idle(platform) {
  await delay(settlingMs);
  const shares = await platform.measureIdle(idleMs);
  const byName = Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, share * 100]));
  return [
    {
      row: 'idle',
      runs: [sumOf(byName)],
      note: `over ${idleMs / 1000} s, ${settlingMs / 1000} s after the start`,
      detail: byName,
    },
  ];
}
