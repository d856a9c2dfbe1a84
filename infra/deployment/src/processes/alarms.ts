import type { Declared } from './declared.js';

/** Renders the expression of the alarm that a process reports no metrics. */
export function missingProcess(processes: readonly Declared[]): string {
  const absent = processes.map(({ name }) => `absent(docfolio_build_info{service="${name}"})`);
  return ['        expr: |-', `          ${absent.join('\n          or ')}`].join('\n');
}
