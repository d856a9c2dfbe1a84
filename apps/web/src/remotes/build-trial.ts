import { fork } from 'node:child_process';
import type { ListedPage } from '@docfolio/federation/page-state';

/** What a process is to try. */
export interface Trial {
  /** The shell's build for the server. */
  hostFile: string;
  serverFile: string;
  /** Content of `serverFile`, compared with its hash. */
  code: string;
  gatewayUrl: string;
  remote: string;
  /** Pages that the build lists. */
  pages: readonly ListedPage[];
  /** Paths that are rendered, as far as there is time. */
  urls: readonly string[];
}

/** Messages of the process: `broken` is the reason. */
export type TrialMessage = { ready: true } | { passed: true } | { broken: string };

/** ms for the process to start, which takes less than a second. */
const startTimeout = 30_000;
/** ms for the trial, which takes at most 3.5 s (trial-program.ts) unless the build hangs. */
const trialTimeout = 6_000;
/** MiB of the process's heap: in Kubernetes, a container with both processes has 384 MiB. A trial needs about 40. */
const maxHeap = 128;

/**
 * Renders pages with a build in a process of its own. Data comes from the gateway; without it, less of the build is tried.
 * @param program path of the compiled trial-program.js
 * @returns why the build is broken: it threw outside of a page, ended the process, used up its memory or hung; undefined
 *   if it is not
 * @throws Error if the process could not be started
 */
export function tryBuild(program: string, trial: Trial): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    // It gets no settings and secrets of this process.
    const env = { NODE_ENV: process.env.NODE_ENV, TZ: process.env.TZ, PATH: process.env.PATH };
    const child = fork(program, [], { env, execArgv: [`--max-old-space-size=${maxHeap}`], stdio: 'ignore' });
    let timer = setTimeout(() => fail(new Error('the process that tries builds did not start')), startTimeout);
    let isStarted = false;
    const end = () => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A message may be in flight to a process that has ended.
      child.on('error', () => undefined);
      child.kill('SIGKILL');
    };
    const conclude = (reason: string | undefined) => {
      end();
      resolve(reason);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    child.once('error', fail);
    child.on('message', (message: TrialMessage) => {
      if ('broken' in message) return conclude(message.broken);
      if ('passed' in message) return conclude(undefined);
      isStarted = true;
      clearTimeout(timer);
      timer = setTimeout(() => conclude(`it did not end within ${trialTimeout / 1000} s`), trialTimeout);
      child.send(trial, (error) => error && fail(error));
    });
    child.once('exit', (code, signal) => {
      if (!isStarted) return fail(new Error(`the process that tries builds ended (${signal ?? code})`));
      conclude(
        signal ? `it ended its process, or used up ${maxHeap} MiB (${signal})` : `it ended its process (exit ${code})`,
      );
    });
  });
}
