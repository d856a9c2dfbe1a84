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
  strategy?: { matrix?: Record<string, unknown[]> };
  steps?: Step[];
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

/** Actions whose major versions are trusted; those of others are pinned by commit. */
const TRUSTED_OWNERS = ['actions', 'docker'];

/** @throws YAMLParseError if the text is not one YAML document */
export function parseWorkflow(text: string): Workflow {
  const document = parseDocument(text);
  if (document.errors[0]) throw document.errors[0];
  return document.toJS() as Workflow;
}

const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);

/** Names of the npm scripts that a workflow runs. */
export const npmScripts = (workflow: Workflow): string[] =>
  stepsOf(workflow).flatMap(({ run = '' }) =>
    [...run.matchAll(/\bnpm (?:run(?:-script)? ([\w:-]+)|(test|start)\b)/g)].map(
      ([, script, shorthand]) => script ?? shorthand!,
    ),
  );

/** Actions whose code can change under the name that the workflow uses. */
export const unpinnedActions = (workflow: Workflow): string[] =>
  stepsOf(workflow).flatMap(({ uses }) => {
    if (!uses) return [];
    const [action = '', reference = ''] = uses.split('@');
    const isTrusted = TRUSTED_OWNERS.includes(action.split('/')[0]!) && /^v\d+$/.test(reference);
    return isTrusted || /^[0-9a-f]{40}$/.test(reference) ? [] : [uses];
  });

/** Scripts into which a value from outside is pasted before the shell sees it; they belong into `env`. */
export const injectableScripts = (workflow: Workflow): string[] =>
  stepsOf(workflow).flatMap(({ run }) => (run?.includes('${{') ? [run] : []));

/** Jobs without a time limit, and permissions beyond reading the code, as `job: permission`. */
export function jobProblems({ permissions, jobs }: Workflow): string[] {
  const isReadOnly = JSON.stringify(permissions) === JSON.stringify({ contents: 'read' });
  return [
    ...(isReadOnly ? [] : ['the workflow may do more than read the code']),
    ...Object.entries(jobs).flatMap(([name, job]) => (job['timeout-minutes'] ? [] : [`${name} has no time limit`])),
  ];
}

/** Targets of a Dockerfile that are images: the stages on top of `runtime`. */
export const imageTargets = (dockerfile: string): string[] =>
  [...dockerfile.matchAll(/^FROM runtime AS (\S+)$/gim)].map(([, name]) => name!);
