// Watches the main thread from a thread of its own. See build-watchdog.ts.
import { writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { BuildNotes } from './build-notes.js';
import type { Watch } from './build-watchdog.js';

const { beats, directory, limits } = workerData as Watch;
const notes = new BuildNotes(directory, (error) =>
  writeLine(50, 'note about a build of a remote not stored', { err: String(error) }),
);
const inBuild = new RegExp(`^${directory.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/([^/]+)/([^/]+)/`);

let last = Atomics.load(beats, 0);
let cpu = process.cpuUsage();
/** Rounds of this thread since the last beat: if the whole process or machine stands still, they do as well. */
let rounds = 0;
let isAsking = false;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== last) {
    last = now;
    cpu = process.cpuUsage();
    rounds = 0;
    return;
  }
  rounds += 1;
  const { user, system } = process.cpuUsage(cpu);
  if (!isAsking && (user + system) / 1_000 >= limits.cpu) askForStack(limits.cpu);
  else if (!isAsking && rounds * limits.interval >= limits.wait) askForStack(limits.wait);
  if (rounds * limits.interval >= limits.end) end('event loop blocked');
}, limits.interval);

/**
 * Finds out what the main thread runs. It answers even in an endless loop or in `Atomics.wait`, though not while it waits
 * for the system, as in `execSync`.
 * @param limit ms for which a build must have blocked the main thread by now
 */
function askForStack(limit: number): void {
  isAsking = true;
  const session = new Session();
  const urls = new Map<string, string>();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    const build = buildIn(params.callFrames, urls);
    if (build && Atomics.load(beats, 0) === last) {
      notes.write(build, 'broken', { reason: `it blocked the process for ${limit / 1_000} s` });
      end('event loop blocked by a build of a remote', build);
    }
    session.post('Debugger.resume', () => {
      session.disconnect();
      isAsking = false;
    });
  });
  session.post('Debugger.enable', () => session.post('Debugger.pause'));
}

function buildIn(frames: readonly Debugger.CallFrame[], urls: ReadonlyMap<string, string>) {
  for (const { url, location } of frames) {
    const source = url || (urls.get(location.scriptId) ?? '');
    const [, remote, build] = inBuild.exec(source.startsWith('file:') ? fileURLToPath(source) : source) ?? [];
    if (remote !== undefined && build !== undefined) return { remote, build };
  }
  return undefined;
}

/** Logs directly, as the main thread cannot any more. */
function writeLine(level: number, msg: string, fields: object): void {
  writeSync(1, `${JSON.stringify({ level, time: Date.now(), service: 'web', ...fields, msg })}\n`);
}

/** Ends the process, which is then started again. */
function end(msg: string, fields: object = {}): void {
  writeLine(60, msg, fields);
  process.kill(process.pid, 'SIGKILL');
}
