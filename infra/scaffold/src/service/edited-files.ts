interface Added {
  name: string;
  dependencies: Record<string, string | undefined>;
}

/** Inserts `key` into a JSON object before the first key behind it in the order of the alphabet. */
function withSortedKey<T>(object: Record<string, T>, key: string, value: T): Record<string, T> {
  const entries = [...Object.entries(object), [key, value] as const];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Inserts a value into the object of `path`, for JSON whose other keys stay as they are. */
function editJson(text: string, edit: (json: Record<string, Record<string, unknown>>) => void): string {
  const json = JSON.parse(text) as Record<string, Record<string, unknown>>;
  edit(json);
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Inserts an entry before the first one of `keys` that is greater, without sorting those that are there. */
function insertBefore(object: Record<string, unknown>, key: string, value: unknown, prefix: string): void {
  const entries = Object.entries(object);
  const at = entries.findIndex(([each]) => each.startsWith(prefix) && each > key);
  entries.splice(at === -1 ? entries.length : at, 0, [key, value]);
  for (const each of Object.keys(object)) delete object[each];
  Object.assign(object, Object.fromEntries(entries));
}

/** @throws Error if the text lacks what the edit looks for */
function replaced(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`There is nothing like ${pattern}`);
  return text.replace(pattern, replacement);
}

/** Adds the service to the dependencies of a package.json. */
const withDependency = (text: string, { name }: Added): string =>
  editJson(text, (json) => {
    json.dependencies = withSortedKey(json.dependencies!, `@docfolio/${name}`, '0.1.0');
  });

/** What stays written by hand and names every process: the packages of the bundler and of the shared process, the lock file, and the overlays. */
const edits: Record<string, (text: string, added: Added) => string> = {
  'infra/backend/package.json': withDependency,
  'infra/bundle/package.json': withDependency,
  'package-lock.json': (text, { name, dependencies }) =>
    editJson(text, ({ packages = {} }) => {
      for (const folder of ['infra/backend', 'infra/bundle']) {
        const dependent = packages[folder] as { dependencies: Record<string, string> };
        dependent.dependencies = withSortedKey(dependent.dependencies, `@docfolio/${name}`, '0.1.0');
      }
      const link = { resolved: `services/${name}`, link: true };
      insertBefore(packages, `node_modules/@docfolio/${name}`, link, 'node_modules/@docfolio/');
      insertBefore(
        packages,
        `services/${name}`,
        { name: `@docfolio/${name}`, version: '0.1.0', dependencies },
        'services/',
      );
    }),
  'k8s/overlays/dev/kustomization.yaml': (text, { name }) =>
    replaced(
      text,
      /( {2}- name: migrate-secrets\n)/,
      `  - name: ${name}-secrets\n    envs: [secrets/redis-client.env, secrets/mongodb-client.env]\n$1`,
    ),
  'k8s/overlays/dev/stores/network.yaml': (text, { name }) =>
    replaced(text, /(values: \[[^\]]*gateway[^\]]*)(, migrate, first-admin\])/g, `$1, ${name}$2`),
  'k8s/overlays/production/kustomization.yaml': (text, { name }) =>
    replaced(
      text,
      /( {2}- \{ name: docfolio\/)tasks(,.*\/docfolio\/)tasks(,.*\n)/,
      `$1${name}$2${name}$3$1tasks$2tasks$3`,
    ),
  'k8s/overlays/production/stores.yaml': (text, { name }) =>
    replaced(text, /(values: \[[^\]]*gateway[^\]]*)(, migrate, first-admin\])/g, `$1, ${name}$2`),
};

/** Returns the files that a new service changes, with their new texts. @param read returns the text of a file */
export const editedFiles = (read: (path: string) => string, added: Added): Map<string, string> =>
  new Map(Object.entries(edits).map(([path, edit]) => [path, edit(read(path), added)]));
