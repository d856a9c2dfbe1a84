// Who may import whom. `npm test` and `npm run affected` check it; `npx depcruise apps libs services infra` does so alone.

/** What the remotes and the shell import, and what the services import. */
const app = ['libs/contracts', 'libs/site-copy', 'libs/markdown', 'libs/api-client', 'libs/ui', 'libs/federation'];
const service = ['libs/contracts', 'libs/site-copy', 'libs/markdown', 'libs/process', 'libs/service-kit'];

/** Packages of ours that a package imports besides itself. Nothing imports an app, a service or the end-to-end tests. */
const mayImport = {
  'libs/contracts': [],
  // The addresses of the CRM's pages.
  'libs/site-copy': ['libs/contracts'],
  'libs/markdown': [],
  'libs/edge': ['libs/contracts'],
  'libs/process': [],
  'libs/remote-build': ['libs/contracts'],
  // Types and the table of elements of what the pipeline makes.
  'libs/ui': ['libs/markdown'],
  'libs/service-kit': ['libs/contracts', 'libs/process'],
  'libs/api-client': ['libs/contracts'],
  'libs/federation': ['libs/contracts', 'libs/ui', 'libs/api-client'],
  'apps/blog': app,
  'apps/crm': app,
  'apps/shell': app,
  'apps/site': app,
  // Of federation only the types of server builds, which the web process loads at run time.
  'apps/web': [
    'libs/contracts',
    'libs/site-copy',
    'libs/markdown',
    'libs/edge',
    'libs/process',
    'libs/federation',
    'libs/remote-build',
  ],
  'apps/e2e': ['libs/contracts', 'libs/site-copy', 'infra/local'],
  'services/content': service,
  'services/leads': service,
  'services/media': [...service, 'libs/remote-build'],
  'services/notifications': service,
  'services/gateway': ['libs/contracts', 'libs/site-copy', 'libs/edge', 'libs/process', 'libs/service-kit'],
  'infra/embedded-mongo': [],
  'infra/bundle': [],
  'infra/backup': ['libs/contracts', 'libs/process', 'libs/service-kit'],
  // Starts the platform, and compares rules and dashboards with what its processes export.
  'infra/observability': ['infra/local', 'libs/process'],
  // `npm run move-data` copies files between the stores of service-kit; Redis has the same users as in containers.
  // `npm run remotes` is the command of remote-build.
  'infra/local': ['infra/backup', 'libs/contracts', 'libs/remote-build', 'libs/service-kit', 'infra/tasks'],
  // Names that a remote may not have.
  'infra/scaffold': ['libs/contracts'],
  'infra/tasks': ['libs/process'],
  // Writes the dashboards. Compares manifests with the launcher's table of processes, their config schemas and the tasks.
  'infra/deployment': [
    ...['libs/contracts', 'libs/edge', 'libs/process'],
    ...['infra/local', 'infra/observability', 'infra/tasks', 'infra/docker'],
  ],
};

/** Folders of `src` that the features of an app or service share. All other folders are features, which import no sibling. */
const sharedFolders = {
  'apps/crm': ['records'],
  'apps/shell': ['layout', 'routing'],
  'apps/web': ['remotes', 'rendering'],
  'apps/blog': ['newsletter', 'posts'],
  'apps/site': ['contact-form', 'lead-form'],
  // The gateway has no features: every folder is a layer of the one generic way in.
  'services/gateway': ['admin', 'audit', 'auth', 'http', 'limits', 'openapi', 'operations'],
  'services/content': ['posts'],
  'services/leads': ['records'],
  'services/media': ['pictures'],
  'services/notifications': ['mail', 'owner'],
};

/** The folder of `src` that composes the features: it imports all of them, and none imports it. */
const composingFolders = { 'apps/crm': 'app', 'services/leads': 'demo' };

const anyOf = (paths) => `^(${paths.join('|')})/`;
const anyPackage = '^(apps|libs|services|infra)/';
const all = Object.keys(mayImport);

const packageRules = all.map((name) => ({
  name: `${name} imports ${mayImport[name].join(', ') || 'no package of ours'}`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: { path: anyPackage, pathNot: anyOf([name, ...mayImport[name]]) },
}));

const featureRules = all
  .filter((name) => /^(apps|services)/.test(name))
  .map((name) => {
    const shared = ['testing', ...(sharedFolders[name] ?? [])].join('|');
    const composing = ['testing', composingFolders[name]].filter(Boolean).join('|');
    return {
      name: `${name}: a feature imports no sibling, and shared folders import no feature`,
      severity: 'error',
      from: { path: `^${name}/src/([^/]+)/`, pathNot: `^${name}/src/(${composing})/` },
      to: { path: `^${name}/src/[^/]+/`, pathNot: `^${name}/src/($1|${shared})/` },
    };
  });

module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    ...packageRules,
    {
      name: 'a package has a rule in .dependency-cruiser.cjs',
      severity: 'error',
      from: { path: '^((?:apps|libs|services|infra)/[^/]+)/', pathNot: anyOf(all) },
      to: { path: anyPackage, pathNot: '^$1/' },
    },
    {
      name: 'libs/contracts imports zod only',
      severity: 'error',
      from: { path: '^libs/contracts/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/contracts/|(^|/)zod(/|$)' },
    },
    ...featureRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    // Types count: what a file needs of another, it depends on.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // Packages of this workspace name their sources there.
      conditionNames: ['types', 'import', 'require', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js'],
    },
  },
};
