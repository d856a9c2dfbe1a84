import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { howFar } from '../../bootstrap/progress.mjs';

/**
 * Returns the size of a package's specs in bytes, by which its share of the test time is estimated.
 * @param isChosen says by its path which specs run
 */
export function sizeOfSpecs(folder: string, isChosen: (file: string) => boolean): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /^(src|test)\/.*\.spec\.tsx?$/.test(file) && isChosen(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/**
 * Returns a function that reads what Nx prints and returns a line for each package whose tests have ended: how many packages
 * are done, and an estimate of the time that the others take.
 * @param sizes expected shares of the time by package name, in any unit
 * @param elapsed ms since the tests started
 */
export function testProgress(sizes: ReadonlyMap<string, number>, elapsed: () => number): (output: string) => string[] {
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const done = new Set<string>();
  let doneSize = 0;
  let partial = '';
  return (output) => {
    const lines = (partial + stripVTControlCharacters(output)).split('\n');
    partial = lines.pop() ?? '';
    return lines.flatMap((line) => {
      const name = /nx run (\S+):test\b/.exec(line)?.[1];
      const size = name === undefined ? undefined : sizes.get(name);
      if (name === undefined || size === undefined || done.has(name)) return [];
      done.add(name);
      doneSize += size;
      const state = { done: done.size, all: sizes.size, things: 'packages', share: doneSize / all, elapsed: elapsed() };
      return [`   ${howFar(state)}`];
    });
  };
}
