import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownEnvironment } from '../config.js';
import { systemEnv } from '../system-env.js';

/**
 * Shell script that ends the children if this process is killed (SIGKILL, out of memory): the pipe that it reads
 * process ids from closes then, and it stops them stage by stage with SIGTERM and, after the longest grace period of
 * the stage, SIGKILL.
 */
const script = `
watched=''
while read -r verb pid stage tenths; do
  case "$verb" in
    watch) watched="$watched $stage:$tenths:$pid" ;;
    forget)
      kept=''
      for item in $watched; do
        [ "\${item##*:}" = "$pid" ] || kept="$kept $item"
      done
      watched="$kept" ;;
    leave) exit 0 ;;
  esac
done

alive() {
  kill -0 "$1" 2>/dev/null || return 1
  ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null
}

stages=$(for item in $watched; do echo "\${item%%:*}"; done | sort -n -u)
for stage in $stages; do
  pids=''
  limit=0
  for item in $watched; do
    [ "\${item%%:*}" = "$stage" ] || continue
    pids="$pids \${item##*:}"
    tenths="\${item#*:}"
    tenths="\${tenths%%:*}"
    [ "$tenths" -gt "$limit" ] && limit="$tenths"
  done
  for pid in $pids; do kill -TERM "$pid" 2>/dev/null; kill -CONT "$pid" 2>/dev/null; done
  tries=0
  while [ "$tries" -lt "$limit" ]; do
    left=''
    for pid in $pids; do alive "$pid" && left="$left $pid"; done
    [ -z "$left" ] && break
    sleep 0.1
    tries=$((tries + 1))
  done
  # The whole group of each: those that did not listen, and what the others left behind.
  for pid in $pids; do kill -KILL "-$pid" 2>/dev/null; done
done
`;

/** ms that a process gets to end if the launcher is killed, unless it needs longer. */
const defaultGraceMs = 10_000;

export class Warden {
  /** Stage and grace period of each process, as the shell reads them. */
  private readonly watched = new Map<number, string>();
  private shell: ChildProcess | undefined;
  private leaving = false;

  get pid(): number | undefined {
    return this.shell?.pid;
  }

  start(): void {
    // Its own process group: Ctrl-C on the terminal must not reach it.
    const shell = spawn('/bin/sh', ['-c', script], {
      env: systemEnv(ownEnvironment()),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.shell = shell;
    // A write to a dead shell fails. Its exit event starts another shell, which gets the whole list.
    shell.stdin.on('error', () => undefined);
    shell.once('exit', () => {
      if (!this.leaving) this.start();
    });
    shell.unref();
    for (const [pid, entry] of this.watched) this.send(`watch ${pid} ${entry}`);
  }

  /**
   * Adds a process group to end if this process is killed. Lower stages are ended first.
   * @param graceMs ms between SIGTERM and SIGKILL. Default: 10 s
   */
  watch(pid: number, stage: number, graceMs = defaultGraceMs): void {
    const entry = `${stage} ${Math.ceil(graceMs / 100)}`;
    this.watched.set(pid, entry);
    this.send(`watch ${pid} ${entry}`);
  }

  forget(pid: number): void {
    this.watched.delete(pid);
    this.send(`forget ${pid}`);
  }

  async leave(): Promise<void> {
    this.leaving = true;
    const shell = this.shell;
    if (!shell || shell.exitCode !== null || shell.signalCode !== null) return;
    const gone = once(shell, 'exit');
    shell.ref();
    this.send('leave');
    shell.stdin?.end();
    await gone;
  }

  private send(line: string): void {
    this.shell?.stdin?.write(`${line}\n`);
  }
}
