import { appendFileSync } from 'node:fs';
import { testConfig } from './config.js';

/**
 * Awaits the start of a server, and adds its kind and duration to the file DOCFOLIO_TEST_TIMES, from which
 * `npm test -- --times` counts the starts.
 */
export async function recordStart<T>(started: string, starting: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await starting;
  const { timesFile } = testConfig;
  if (timesFile)
    appendFileSync(timesFile, `${JSON.stringify({ started, ms: Math.round(performance.now() - began) })}\n`);
  return result;
}
