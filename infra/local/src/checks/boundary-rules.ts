/** A package of the workspace as the Nx project graph has it. */
export interface GraphProject {
  name: string;
  root: string;
  tags: string[];
}

export interface ProjectGraph {
  projects: GraphProject[];
  edges: { source: string; target: string }[];
}

/**
 * Which scopes a package may import, by its own scope or else by its type. Whoever is not named here may be imported by
 * nobody: apps and services are leaves, and a new library has to say first who it is for.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'scope:contracts': [],
  'scope:site-copy': [],
  'scope:markdown': [],
  'scope:edge-limits': [],
  'scope:process': [],
  'scope:response-cache': ['contracts'],
  // Its view draws what the pipeline makes; only types and the table of elements cross.
  'scope:ui': ['markdown'],
  'scope:service-kit': ['contracts', 'process'],
  'scope:api-client': ['contracts'],
  'scope:federation': ['contracts', 'ui', 'api-client'],
  'scope:embedded-mongo': [],
  // `npm run move-data` copies files between the stores of service-kit; Redis has the same users as in containers.
  'scope:local': ['service-kit', 'tasks'],
  'scope:tasks': ['process'],
  // Compares manifests with the launcher's table of processes, their config schemas and the tasks.
  'scope:deployment': ['contracts', 'local', 'process', 'response-cache', 'tasks'],
  // Of federation only the types of server builds, which the web process loads at run time: hence on both platforms.
  'scope:web': ['contracts', 'site-copy', 'markdown', 'edge-limits', 'process', 'response-cache', 'federation'],
  // Public answers are kept here.
  'scope:gateway': ['contracts', 'site-copy', 'edge-limits', 'process', 'response-cache', 'service-kit'],
  'type:app': ['contracts', 'site-copy', 'markdown', 'api-client', 'ui', 'federation'],
  'type:service': ['contracts', 'site-copy', 'markdown', 'process', 'service-kit'],
  // End-to-end tests start a platform of their own, through its programmatic face.
  'type:e2e': ['contracts', 'site-copy', 'local'],
};

/** What a package may take from npm, where that is limited. */
export const MAY_DEPEND_ON: Record<string, string[]> = { 'scope:contracts': ['zod'] };

/**
 * Folders of `<root>/src` that the features of an app or service share (`*`: of any); all others are features.
 */
export const SHARED_FOLDERS: Record<string, string[]> = {
  '*': ['testing'],
  'apps/crm': ['records'],
  'apps/shell': ['layout', 'routing'],
  'apps/web': ['rendering'],
  'apps/blog': ['newsletter', 'posts'],
  'apps/site': ['enquiry', 'lead-form'],
  // The gateway has no features: every folder is a layer of the one generic way in.
  'services/gateway': ['admin', 'auth', 'http', 'limits', 'openapi', 'operations'],
  'services/content': ['posts'],
  // Whatever spans several kinds of records (conversion, trash, export, figures) asks their features.
  'services/leads': ['records', 'leads', 'clients', 'projects', 'inquiries', 'subscribers'],
  // What is done to a picture, whoever's it is.
  'services/media': ['pictures'],
  'services/notifications': ['mail', 'owner'],
};

/** The folder of `<root>/src` that composes the features: it may import all of them, and none of them imports it. */
export const COMPOSING_FOLDERS: Record<string, string> = { 'apps/crm': 'app' };

const tagged = (project: GraphProject, prefix: string): string | undefined =>
  project.tags.find((tag) => tag.startsWith(`${prefix}:`));

const scopeOf = (project: GraphProject): string => tagged(project, 'scope')?.slice('scope:'.length) ?? project.name;

function platformProblem(source: GraphProject, target: GraphProject): string | undefined {
  const from = tagged(source, 'platform');
  const to = tagged(target, 'platform');
  if (to === 'platform:shared' || from === to || from === 'platform:both') return undefined;
  return `${from ?? 'code without a platform'} does not import ${to ?? 'code without a platform'}`;
}

/** Why an edge is not allowed, or undefined. */
export function edgeProblem(source: GraphProject, target: GraphProject): string | undefined {
  const type = tagged(target, 'type');
  if (type === 'type:app' || type === 'type:service' || type === 'type:e2e') {
    return `${target.name} is a leaf (${type}): nothing imports it`;
  }
  const rule = MAY_IMPORT[tagged(source, 'scope') ?? ''] ?? MAY_IMPORT[tagged(source, 'type') ?? ''];
  if (!rule) return `${source.name} has no rule: add its scope to infra/local/src/checks/boundary-rules.ts`;
  if (!rule.includes(scopeOf(target))) {
    return `${scopeOf(source)} may import ${rule.length > 0 ? rule.join(', ') : 'no package of ours'}`;
  }
  return platformProblem(source, target);
}

/** Packages whose tags leave a rule without a hold. */
export function tagProblems(projects: GraphProject[]): string[] {
  return projects.flatMap((project) =>
    ['type', 'platform', 'scope']
      .filter((prefix) => tagged(project, prefix) === undefined)
      .map((prefix) => `${project.root}/package.json: nx.tags has no ${prefix}:...`),
  );
}
