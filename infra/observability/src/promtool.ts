import { execFileSync } from 'node:child_process';
import { debianProgram } from '@docfolio/local/debian-program';
import { findRoot } from '@docfolio/local/workspace';

/** Debian release whose promtool is downloaded if none is installed. It also runs on newer releases. */
const debianSuite = 'bookworm';

/** The program, or the reason why there is none. */
type Promtool = { program: string } | { missing: string };

function find(): Promtool {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return { program: 'promtool' };
  } catch {
    // Not installed.
  }
  try {
    return {
      program: debianProgram(findRoot(), { name: 'prometheus', program: 'usr/bin/promtool', suite: debianSuite }),
    };
  } catch (error) {
    return { missing: `no promtool on PATH, and none from Debian: ${(error as Error).message.split('\n')[0]}` };
  }
}

export const promtool = find();

/** Runs promtool. @throws Error with its output if it fails */
export function runPromtool(...args: string[]): string {
  if ('missing' in promtool) throw new Error(promtool.missing);
  try {
    return execFileSync(promtool.program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`promtool failed:\n${stdout}${stderr}`);
  }
}

/** Runs promtool. @returns its output, also if it fails */
export function outputOf(...args: string[]): string {
  try {
    return runPromtool(...args);
  } catch (error) {
    return (error as Error).message;
  }
}
