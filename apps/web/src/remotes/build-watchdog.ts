import { Worker } from 'node:worker_threads';

/** What the watching thread needs to know. */
export interface Watch {
  /** Counts the turns of the main thread's event loop, at intervals. */
  beats: Int32Array;
  /** Folder of the build cache. */
  directory: string;
  /**
   * ms: between two checks; of CPU time, and of waiting, without a beat after which the process is ended if it runs a
   * build; of waiting without a beat after which it is ended, whatever it runs.
   */
  limits: { interval: number; cpu: number; wait: number; end: number };
}

const beatInterval = 100;
/**
 * Rendering a page takes less than 0.1 s of CPU time. CPU time, because a machine that is busy with other processes may
 * give this one none for seconds. A rollback has to work within 5 s. A build that waits uses no CPU time, and has to be
 * found before others restart a process that hangs, which takes about 30 s.
 */
const limits = { interval: 250, cpu: 2_000, wait: 10_000, end: 30_000 };

/**
 * Ends this process if code of a deployed build blocks it, and notes the build as broken; the process is started again
 * without it. Needs a thread of its own: while the main thread is blocked, nothing else in this process can.
 * @param program path of the compiled watchdog-program.js @param onError receives why nothing is watched any more
 */
export function watchForLoops(
  program: string,
  directory: string,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), beatInterval).unref();
  const watch: Watch = { beats, directory, limits };
  const worker = new Worker(program, {
    workerData: watch,
    execArgv: [],
    // It needs a few MiB.
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  worker.on('error', onError);
  worker.unref();
  return {
    async stop() {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}
