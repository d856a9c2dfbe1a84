import { join } from 'node:path';
import { type DeclaredProcess, hasDatabase, notForMigrations } from '@docfolio/tasks/declared-process';
import { processes as declaredProcesses } from '@docfolio/tasks/processes';
import { stages } from './backing/backing-server.js';
import type { LocalConfig } from './config.js';
import type { Secrets } from './secrets.js';

/** Purpose of a port: `http` serves requests, `bytes` serves files to the gateway, `internal` serves the probes. */
export type PortPurpose = 'http' | 'bytes' | 'internal';

export interface ProcessContext {
  config: LocalConfig;
  secrets: Secrets;
  /** Keys with which media and web verify builds of remotes. */
  remotesPublicKeys: string;
  /** Public URL of the site, without a trailing slash. */
  siteUrl: string;
  /** Returns the loopback port of a process; `http` of the web process is the public port. */
  portOf(name: string, purpose: PortPurpose): number;
  development: boolean;
  devServers: Record<string, string>;
}

export interface PlatformProcess {
  name: string;
  entry: string;
  /** Whether infra/bundle writes the process as one file. */
  isBundled?: boolean;
  /** Variables that it reads of the launcher's settings. */
  variables: readonly string[];
  stage: number;
  ports: readonly PortPurpose[];
  /** Processes that run in this one, each with its own ports and environment. Default: none. */
  members?: readonly PlatformProcess[];
  env(context: ProcessContext): Record<string, string>;
}

const stageOf = { frontend: stages.web, api: stages.gateway, service: stages.services } as const;

/** Returns the addresses of the processes that a process connects to: `LEADS_URL`. */
function addresses({ connectsTo }: DeclaredProcess, { portOf }: ProcessContext): Record<string, string> {
  const urlOf = (name: string) => {
    const purpose = declaredProcesses.find((each) => each.name === name)?.port ?? 'http';
    return [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${portOf(name, purpose)}`];
  };
  return Object.fromEntries(connectsTo.map(urlOf));
}

/** Returns what the launcher sets for every process that reads it. */
function commonValues(
  { name, tier, port }: DeclaredProcess,
  { config, secrets, remotesPublicKeys, siteUrl, portOf, devServers }: ProcessContext,
): Record<string, string> {
  return {
    JWT_SECRET: secrets.jwtSecret,
    BYTES_SECRET: secrets.bytesSecret,
    LINK_SECRET: secrets.linkSecret,
    REMOTES_PUBLIC_KEYS: remotesPublicKeys,
    ...(port === 'http' && { PORT: String(portOf(name, 'http')) }),
    HOST: tier === 'frontend' ? config.host : '127.0.0.1',
    // Also without a setting: the host that a request names must not get into pages and feeds.
    SITE_URL: siteUrl,
    ...(Object.keys(devServers).length > 0 && { DEV_SERVERS: JSON.stringify(devServers) }),
  };
}

const launched = (declared: DeclaredProcess): PlatformProcess => {
  const { name, main, tier, port, folders } = declared;
  return {
    name,
    entry: main.entry,
    isBundled: true,
    variables: main.variables,
    stage: stageOf[tier],
    ports: port ? ['internal', port] : ['internal'],
    env: (context) => ({
      ...readBy(main.variables, commonValues(declared, context)),
      ...addresses(declared, context),
      ...declared.env,
      ...Object.fromEntries(
        Object.entries(folders).map(([variable, folder]) => [variable, join(context.config.dataDir, folder)]),
      ),
    }),
  };
};

/** Returns those variables of `env` that a program reads. An empty variable counts as unset. */
export function readBy(variables: readonly string[], env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(variables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** The processes that `npm start` runs, in the order in which they start: those first that others connect to. */
export const processes: PlatformProcess[] = declaredProcesses.map(launched).sort((a, b) => b.stage - a.stage);

/** Returns a process and those that run in it. */
export const withMembers = (process: PlatformProcess): PlatformProcess[] => [process, ...(process.members ?? [])];

/** Program of the Node process that gateway and services share, of infra/backend. */
const sharedEntry = 'infra/backend/dist/main.js';

/** Programs of a process, by the variable that names them: in a shared process, their crash must not end the others. */
const ownPrograms: Readonly<Record<string, string>> = {
  PICTURE_PROGRAM: 'services/media/dist/pictures/picture-program.js',
};

/** Returns the table with gateway and services in one process, `backend` (decision 0037). */
export function together(table: readonly PlatformProcess[]): PlatformProcess[] {
  const isMember = ({ stage }: PlatformProcess) => stage === stages.gateway || stage === stages.services;
  const members = table.filter(isMember).map(withOwnPrograms);
  const backend: PlatformProcess = {
    name: 'backend',
    entry: sharedEntry,
    isBundled: true,
    variables: ['NODE_ENV', 'LOG_LEVEL', 'METRICS', 'DOCFOLIO_VERSION'],
    stage: stages.services,
    ports: ['internal'],
    members,
    env: () => ({}),
  };
  return [backend, ...table.filter((process) => !isMember(process))];
}

function withOwnPrograms(process: PlatformProcess): PlatformProcess {
  const programs = Object.entries(ownPrograms).filter(([variable]) => process.variables.includes(variable));
  return {
    ...process,
    env: (context) => ({
      ...Object.fromEntries(programs.map(([variable, program]) => [variable, join(context.config.root, program)])),
      ...process.env(context),
    }),
  };
}

/** A program, such as `admin`, that exits when it is done. It also reads variables of the process `of`. */
export interface Task {
  of: string;
  entry: string;
  variables: readonly string[];
}

/** The processes with a database. */
export const withDatabase = declaredProcesses.filter(hasDatabase);

/** Migrates the database of a process with the argument `prepare`, and creates its indexes and derived fields. */
export const prepareTask = ({ name, main: { entry, variables } }: DeclaredProcess): Task => ({
  of: name,
  entry,
  variables: variables.filter((variable) => !variable.startsWith(notForMigrations)),
});

/** All programs of operators: those besides the processes, such as `services/gateway/dist/admin.js`, and the migrations. */
export const tasks: Task[] = [
  ...declaredProcesses.flatMap(({ name, sidePrograms }) => sidePrograms.map((program) => ({ of: name, ...program }))),
  ...withDatabase.map(prepareTask),
];

/** @throws Error if no process declares the program */
function taskOf(entry: string): Task {
  const task = tasks.find((candidate) => candidate.entry === entry);
  if (!task) throw new Error(`No process declares the program ${entry}.`);
  return task;
}

export const adminTask = taskOf('services/gateway/dist/admin.js');
export const bulkSeedTask = taskOf('services/leads/dist/bulk-seed.js');

/** Fill the databases with demo records. */
export const seedTasks: Task[] = declaredProcesses
  .flatMap(({ sidePrograms }) => sidePrograms.filter(({ seeds }) => seeds))
  .map(({ entry }) => taskOf(entry));
