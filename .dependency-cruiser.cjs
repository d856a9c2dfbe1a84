// Who may import whom. `npm test` and `npm run affected` check it; `npx depcruise apps libs services infra` does so alone.

const { readdirSync, readFileSync } = require('node:fs');

/** What the remotes and the shell import, and what the services import. */
const app = ['libs/contracts', 'libs/site-copy', 'libs/markdown', 'libs/api-client', 'libs/ui', 'libs/federation'];
/** Apps with forms for visitors, or that render their outcome. */
const appWithForms = [...app, 'libs/public-forms'];
const service = ['libs/contracts', 'libs/site-copy', 'libs/markdown', 'libs/process', 'libs/service-kit'];

const services = readdirSync(`${__dirname}/services`).map((name) => `services/${name}`);

/**
 * Packages of ours that a package imports besides itself. Nothing imports an app or the end-to-end tests, and nothing but
 * infra/backend a service: it runs them.
 */
const mayImport = {
  'libs/contracts': [],
  // The addresses of the CRM's pages.
  'libs/site-copy': ['libs/contracts'],
  'libs/markdown': [],
  'libs/edge': ['libs/contracts', 'libs/process'],
  'libs/process': [],
  'libs/remote-build': ['libs/contracts'],
  // Types and the table of elements of what the pipeline makes.
  'libs/ui': ['libs/markdown'],
  'libs/service-kit': ['libs/contracts', 'libs/process'],
  'libs/api-client': ['libs/contracts'],
  'libs/public-forms': ['libs/contracts', 'libs/ui', 'libs/api-client'],
  // Types of posted forms, which remotes handle and the web process responds to.
  'libs/federation': ['libs/contracts', 'libs/ui', 'libs/api-client', 'libs/public-forms'],
  'libs/admin': ['libs/contracts', 'libs/site-copy', 'libs/api-client', 'libs/ui', 'libs/federation'],
  'apps/blog': appWithForms,
  'apps/crm': [...app, 'libs/admin'],
  'apps/ops': [...app, 'libs/admin'],
  'apps/shell': [...appWithForms, 'libs/admin'],
  'apps/site': appWithForms,
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
  ...Object.fromEntries(services.map((name) => [name, service])),
  'services/media': [...service, 'libs/remote-build'],
  'services/gateway': ['libs/contracts', 'libs/site-copy', 'libs/edge', 'libs/process', 'libs/service-kit'],
  'infra/embedded-mongo': [],
  'infra/backend': ['libs/process', 'libs/service-kit', 'infra/local', ...services],
  'infra/bundle': [],
  'infra/backup': ['libs/contracts', 'libs/process', 'libs/service-kit'],
  // Starts the platform, and compares rules and dashboards with what its processes export.
  'infra/observability': ['infra/local', 'libs/process'],
  // Says where the commands of the operator program, infra/tasks, work in a checkout. Redis has the same users as in containers.
  'infra/local': [
    ...['libs/contracts', 'libs/process', 'libs/remote-build', 'libs/service-kit'],
    ...['infra/backup', 'infra/tasks'],
  ],
  // Names that a remote may not have.
  'infra/scaffold': ['libs/contracts'],
  'infra/tasks': ['libs/process', 'libs/remote-build', 'libs/service-kit', 'infra/backup'],
  // Writes the dashboards. Compares manifests with the launcher's table of processes, their config schemas and the tasks.
  'infra/deployment': [
    ...['libs/contracts', 'libs/edge', 'libs/process'],
    ...['infra/local', 'infra/observability', 'infra/tasks', 'infra/docker'],
  ],
};

/**
 * Returns what a package says of its folders in package.json, "boundaries". `shared`: folders of `src` that its features
 * share; in apps and services all other folders are features, which import no sibling. `composing`: the folder that imports
 * all features, and that none imports. `layered`: each shared folder imports only those before it in the list.
 */
const boundariesOf = (name) =>
  JSON.parse(readFileSync(`${__dirname}/${name}/package.json`, 'utf8')).boundaries ?? { shared: [] };

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
    const boundaries = boundariesOf(name);
    const shared = ['testing', ...boundaries.shared].join('|');
    const composing = ['testing', boundaries.composing].filter(Boolean).join('|');
    return {
      name: `${name}: a feature imports no sibling, and shared folders import no feature`,
      severity: 'error',
      from: { path: `^${name}/src/([^/]+)/`, pathNot: `^${name}/src/(${composing})/` },
      to: { path: `^${name}/src/[^/]+/`, pathNot: `^${name}/src/($1|${shared})/` },
    };
  });

const layerRules = all
  .filter((name) => boundariesOf(name).layered)
  .flatMap((name) => {
    const { shared } = boundariesOf(name);
    return shared.slice(0, -1).map((folder, index) => ({
      name: `${name}: ${folder} imports no shared folder after it`,
      severity: 'error',
      from: { path: `^${name}/src/${folder}/` },
      to: { path: `^${name}/src/(${shared.slice(index + 1).join('|')})/` },
    }));
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
    ...layerRules,
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
