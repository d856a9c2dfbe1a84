import type { Container, Stack } from './stack.js';

export interface RestartTime {
  name: string;
  /** Names of all containers that restarted at the same time. */
  group: string;
  /** ms from the stop command until the container had stopped, and until it was `healthy` again. */
  stopped: number;
  healthy: number;
}

const graceSeconds = 30;

/**
 * Divides containers into those that restart at the same time: the first replicas of the scaled services; then all others of
 * the platform's; then each store and proxy by itself, as it has one replica, which everything needs.
 */
export function restartGroups<C extends Pick<Container, 'name' | 'service'>>(
  containers: C[],
  { ours, scaled }: { ours: readonly string[]; scaled: readonly string[] },
): C[][] {
  const isFirst = ({ name, service }: C) => scaled.includes(service) && name.endsWith('-1');
  const isOurs = ({ service }: C) => ours.includes(service);
  return [
    containers.filter(isFirst),
    containers.filter((container) => isOurs(container) && !isFirst(container)),
    ...containers.filter((container) => !isOurs(container)).map((container) => [container]),
  ].filter((group) => group.length > 0);
}

/** Restarts groups of containers one after another. @param onRestart gets the names of a group before its restart */
export async function restartEach(
  stack: Stack,
  groups: Container[][],
  onRestart: (names: string) => void,
): Promise<RestartTime[]> {
  const times: RestartTime[] = [];
  for (const group of groups) {
    const names = group.map(({ name }) => name).join(', ');
    onRestart(names);
    // Waits for all, so that none is still restarting when the caller removes the stack.
    const results = await Promise.allSettled(group.map((container) => restart(stack, container, names)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    times.push(...results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
  }
  return times;
}

async function restart(stack: Stack, container: Container, group: string): Promise<RestartTime> {
  const began = performance.now();
  await stack.docker.run(['stop', '--time', String(graceSeconds), container.id]);
  const stopped = performance.now() - began;
  const [state] = await stack.docker.json<{ ExitCode: number; OOMKilled: boolean }>([
    'inspect',
    '--format',
    '{{json .State}}',
    container.id,
  ]);
  if (state!.ExitCode === 137 || state!.OOMKilled)
    throw new Error(`${container.name} was killed: it did not stop in time`);
  await stack.docker.run(['start', container.id]);
  await stack.waitHealthy(container);
  return { name: container.name, group, stopped, healthy: performance.now() - began };
}
