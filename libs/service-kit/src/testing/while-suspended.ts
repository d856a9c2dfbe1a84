import type { ServiceProcess } from './service-process.js';

/** Runs work while a process is suspended, as if it had stopped responding, and lets it go on afterwards. */
export async function whileSuspended<T>(process: ServiceProcess, work: () => Promise<T>): Promise<T> {
  await process.kill('SIGSTOP');
  try {
    return await work();
  } finally {
    await process.kill('SIGCONT');
  }
}
