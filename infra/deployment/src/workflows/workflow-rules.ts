import { parseDocument } from 'yaml';

export interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

export interface Job {
  'runs-on'?: string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  /** A list, or an expression that yields one. */
  strategy?: { matrix?: Record<string, unknown> };
  steps?: Step[];
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

/** Owners whose actions may be referenced by major version; those of others only by commit. */
const trustedOwners = ['actions', 'docker'];

export function parseWorkflow(text: string): Workflow {
  const document = parseDocument(text);
  if (document.errors[0]) throw document.errors[0];
  return document.toJS() as Workflow;
}

const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);

export const npmScripts = (workflow: Workflow): string[] =>
  stepsOf(workflow).flatMap(({ run = '' }) =>
    [...run.matchAll(/\bnpm (?:run(?:-script)? ([\w:-]+)|(test|start)\b)/g)].map(
      ([, script, shorthand]) => script ?? shorthand!,
    ),
  );

/** Returns referenced actions whose code can change. */
export const unpinnedActions = (workflow: Workflow): string[] =>
  stepsOf(workflow).flatMap(({ uses }) => {
    if (!uses) return [];
    const [action = '', reference = ''] = uses.split('@');
    const isTrusted = trustedOwners.includes(action.split('/')[0]!) && /^v\d+$/.test(reference);
    return isTrusted || /^[0-9a-f]{40}$/.test(reference) ? [] : [uses];
  });

/** Returns scripts with `${{ }}`, whose value could inject shell code; pass values in `env` instead. */
export const injectableScripts = (workflow: Workflow): string[] =>
  stepsOf(workflow).flatMap(({ run }) => (run?.includes('${{') ? [run] : []));

/** Reports jobs without a time limit, and a workflow whose own permissions are not just `contents: read`. */
export function jobProblems({ permissions, jobs }: Workflow): string[] {
  const isReadOnly = JSON.stringify(permissions) === JSON.stringify({ contents: 'read' });
  return [
    ...(isReadOnly ? [] : ['the workflow may do more than read the code']),
    ...Object.entries(jobs).flatMap(([name, job]) => (job['timeout-minutes'] ? [] : [`${name} has no time limit`])),
  ];
}

/** Returns the targets of a Dockerfile that are images: stages based on `runtime`. */
export const imageTargets = (dockerfile: string): string[] =>
  [...dockerfile.matchAll(/^FROM runtime AS (\S+)$/gim)].map(([, name]) => name!);
