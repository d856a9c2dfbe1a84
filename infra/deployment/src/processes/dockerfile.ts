import { bundledArgs } from '@docfolio/local/bundle';
import type { Declared } from './declared.js';

const internalPort = 9000;
const addressOf = { http: ['PORT', 'HOST'], bytes: ['BYTES_PORT', 'BYTES_HOST'] } as const;

/** The variables that make a process listen where containers do. */
export function listening({ port }: Declared): Record<string, string> {
  if (!port) return {};
  const [portVariable, hostVariable] = addressOf[port.purpose];
  return { [portVariable]: String(port.number), [hostVariable]: '0.0.0.0' };
}

interface Target {
  name: string;
  about: string;
  env?: Record<string, string>;
  ports?: number[];
  health?: string;
  command: string[];
}

function target({ name, about, env = {}, ports = [], health, command }: Target): string {
  const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  return [
    `FROM runtime AS ${name}`,
    `COPY --from=modules /out/${name} ./`,
    `COPY --from=build /out/${name} ./`,
    ...(variables.length > 0 ? [`ENV ${variables.join(' ')}`] : []),
    ...(ports.length > 0 ? [`EXPOSE ${ports.join(' ')}`] : []),
    ...(health ? [health] : []),
    `CMD ${JSON.stringify(command).replaceAll('","', '", "')}`,
    'ARG VERSION=0.0.0-dev',
    `ENV DOCFOLIO_VERSION=\${VERSION}`,
    'ARG COMMIT=unknown',
    `LABEL org.opencontainers.image.title="Docfolio ${name}" \\`,
    `  org.opencontainers.image.description="${about}" \\`,
    `  org.opencontainers.image.version="\${VERSION}" \\`,
    `  org.opencontainers.image.revision="\${COMMIT}"`,
  ].join('\n');
}

const tasks: Target = {
  name: 'tasks',
  about: 'Commands for operators and one-shots: backups, migrations, secrets, first admin, seed data.',
  health: '# Commands have nothing to probe.\nHEALTHCHECK NONE',
  command: ['node', 'infra/tasks/dist/main.js'],
};

/** Renders the targets of infra/docker/Dockerfile: one for each process, and `tasks`. */
export function dockerTargets(processes: readonly Declared[]): string {
  const targets = processes.map((declared): Target => {
    const { name, about, folder, port, container = {} } = declared;
    return {
      ...{ name, about },
      env: { ...listening(declared), ...container.env },
      ports: [port?.number ?? internalPort, internalPort].sort((a, b) => a - b).filter((x, i, all) => x !== all[i - 1]),
      command: ['node', ...bundledArgs('', `${folder}/dist/main.js`)],
    };
  });
  return [...targets, tasks].map(target).join('\n\n');
}

/** Renders infra/docker/images.json: what each image contains. */
export function imageContents(processes: readonly Declared[]): string {
  const bundle = (name: string) => [
    'infra/bundle/run.cjs',
    `infra/bundle/dist/${name}.cjs`,
    `infra/bundle/dist/${name}.lines`,
  ];
  const images = processes.map(({ name, folder, container = {} }) => [
    name,
    {
      workspaces: [folder],
      files: [...bundle(name), ...(container.files ?? [])],
      maxModulesMegabytes: container.maxModulesMegabytes ?? 80,
    },
  ]);
  const prepared = processes.filter(({ config }) => 'MONGODB_URI' in config.shape);
  const tasks = {
    workspaces: ['infra/tasks', 'infra/backup', ...prepared.map(({ folder }) => folder)],
    files: prepared
      .filter(({ sidePrograms = [] }) => sidePrograms.some(({ seeds }) => seeds))
      .map(({ folder }) => `${folder}/demo`),
    maxModulesMegabytes: 120,
  };
  return `${JSON.stringify(Object.fromEntries([...images, ['tasks', tasks]]), null, 2)}\n`;
}
