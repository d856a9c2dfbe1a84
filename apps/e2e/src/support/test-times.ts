import { appendFileSync } from 'node:fs';

/** Runs `start`. With DOCFOLIO_TEST_TIMES, appends its duration to that file, from which `npm test -- --times` reports. */
export async function timed<T>(started: 'platform' | 'browser', start: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await start();
  const file = process.env.DOCFOLIO_TEST_TIMES;
  if (file) appendFileSync(file, `${JSON.stringify({ started, ms: Math.round(performance.now() - began) })}\n`);
  return result;
}
