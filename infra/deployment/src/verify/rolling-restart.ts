import type { Container, Stack } from './stack.js';

export interface RestartTime {
  name: string;
  /** ms from the stop command until the container had stopped, and until it was `healthy` again. */
  stopped: number;
  healthy: number;
}

const graceSeconds = 30;

export async function restartEach(
  stack: Stack,
  containers: Container[],
  onRestart: (name: string) => void,
): Promise<RestartTime[]> {
  const times: RestartTime[] = [];
  for (const container of containers) {
    onRestart(container.name);
    const began = performance.now();
    await stack.docker.run(['stop', '--time', String(graceSeconds), container.id]);
    const stopped = performance.now() - began;
    const { ExitCode, OOMKilled } = (
      await stack.docker.json<{ ExitCode: number; OOMKilled: boolean }>([
        'inspect',
        '--format',
        '{{json .State}}',
        container.id,
      ])
    )[0]!;
    if (ExitCode === 137 || OOMKilled) throw new Error(`${container.name} was killed: it did not stop in time`);
    await stack.docker.run(['start', container.id]);
    await stack.waitHealthy(container);
    times.push({ name: container.name, stopped, healthy: performance.now() - began });
  }
  return times;
}
