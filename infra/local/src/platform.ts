import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MissingServerError } from './backing/backing-server.js';
import { requireGivenStores } from './backing/given-stores.js';
import { readyMs, serviceReadyMs, startBacking } from './backing/start.js';
import { bundledArgs, bundleOf } from './bundle.js';
import { type LocalConfig, ownEnvironment, readConfig } from './config.js';
import { prepareDataDir } from './data-dir.js';
import { ensureFirstAdmin, type FirstAdmin, seedDemo } from './first-run.js';
import { type Connection, processEnv, taskEnv } from './process-env.js';
import {
  adminTask,
  type PlatformProcess,
  type PortPurpose,
  type ProcessContext,
  processes,
  type Task,
  together,
  withMembers,
} from './processes.js';
import { Balancers, type Replica, replicaNames, replicasOf } from './replicas.js';
import { claimData } from './restore/claim-data.js';
import { loadSecrets, remotesPublicKeys } from './secrets.js';
import type { DataLock } from './supervisor/data-lock.js';
import { logLimitBytes } from './supervisor/log-file.js';
import { freePort, isFree, portHolder } from './supervisor/ports.js';
import { httpProbe } from './supervisor/probes.js';
import { type Runtime, removeRuntime, writeRuntime } from './supervisor/runtime-file.js';
import { type ChildEvent, type ChildSpec, defaultTiming, type Timing } from './supervisor/supervised-process.js';
import { Supervisor } from './supervisor/supervisor.js';
import { findRoot } from './workspace.js';

export class PortTakenError extends Error {
  override name = 'PortTakenError';
  constructor(
    readonly port: number,
    readonly holder: string | undefined,
  ) {
    super(`Port ${port} is in use${holder ? ` by ${holder}` : ''}.`);
  }
}

type StepWork = (say: (doing: string) => void) => Promise<string>;

export interface PlatformOptions {
  port?: number;
  /** Folder for all data; must not be in use by another platform. */
  dataDir: string;
  env?: Record<string, string>;
  /** Replicas of each process; by default REPLICAS, or one. */
  replicas?: number;
  /** The checkout; by default that of the working directory. */
  root?: string;
}

export interface DevServer {
  frontEnd: string;
  url: string;
  child: ChildSpec;
}

export interface StartHooks {
  onEvent?: (event: ChildEvent) => void;
  /** Runs each step of the start, to show progress. `work` resolves to the step's result line; `say` shows long work. */
  step?: (name: string, work: StepWork) => Promise<void>;
  processes?: PlatformProcess[];
  /** Whether to create the first admin and, with SEED=demo, to insert the demo records; true by default. */
  firstRun?: boolean;
  /** Whether to check the stores that settings name before anything is started; true by default. */
  checksStores?: boolean;
  development?: boolean;
  devServers?: (config: LocalConfig) => Promise<DevServer[]>;
  timing?: Timing;
  signal?: AbortSignal;
}

export interface Platform {
  readonly url: string;
  /** `created: false` unless this start created one; then its email, and its password if that was generated. */
  readonly firstAdmin: FirstAdmin;
  readonly dataDir: string;
  /** Environment variables (MONGODB_URI, REDIS_URL ...) for a program that uses the same databases. */
  readonly connection: Record<string, string>;
  /** Returns the ids of running children by name: `mongo`, `redis`, `leads` (replicas `leads-1`, `leads-2`), ... */
  pids(): Record<string, number>;
  /**
   * Sends a signal to a process or all its replicas; one that ends is restarted. With PLACEMENT=together, the process that
   * runs the named one gets it. @throws Error if none is running
   */
  kill(name: string, signal?: NodeJS.Signals): void;
  /**
   * Resolves when the named process, or without a name every process, is ready.
   * @throws StartError after `timeoutMs` (30,000 by default), or if one was stopped or failed permanently
   */
  waitReady(name?: string, timeoutMs?: number): Promise<void>;
  restart(name: string): Promise<void>;
  /** Stops one replica (`leads-1`) and starts it from another checkout. Resolves when it is ready. @throws StartError */
  replace(replica: string, root: string): Promise<void>;
  /** Stops web, gateway, services, databases, then unlocks the data folder. Repeated calls await the same stop. */
  stop(): Promise<void>;
  hurry(): void;
}

/**
 * Starts the built platform as `npm start` does: databases, then all processes. Resolves when all are ready.
 * @throws DataHeldError, PortTakenError, UnusableStoreError, MissingServerError, ConfigError, StartError, OperatorError; then it is stopped
 */
export function startPlatform(options: PlatformOptions): Promise<Platform> {
  const replicas = options.replicas === undefined ? {} : { REPLICAS: String(options.replicas) };
  const given = { DATA_DIR: options.dataDir, PORT: String(options.port ?? 0), ...replicas };
  const env = { ...ownEnvironment(), ...given, ...options.env };
  return startConfigured(readConfig(options.root ?? findRoot(), env));
}

export async function startConfigured(config: LocalConfig, hooks: StartHooks = {}): Promise<Platform> {
  prepareDataDir(config.dataDir);
  const port = config.port === 0 ? await freePort() : config.port;
  const url = `http://localhost:${port}`;
  const lock = await claimData(config.dataDir, config.siteUrl ?? url);
  try {
    if (!(await isFree(port, config.host))) throw new PortTakenError(port, portHolder(port));
    return await new Start(config, hooks, lock, port, url).run();
  } catch (error) {
    lock.release();
    throw error;
  }
}

class Start {
  private readonly supervisor: Supervisor;
  private readonly table: PlatformProcess[];
  private readonly ports = new Map<string, number>();
  private readonly replicas = new Map<string, Replica>();
  private readonly balancers: Balancers;
  private runtime: Omit<Runtime, 'children'> | undefined;
  private stopping: Promise<void> | undefined;
  /** Ends the programs of the first run, which no supervisor knows. */
  private readonly ending = new AbortController();
  private firstRunEnded: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: LocalConfig,
    private readonly hooks: StartHooks,
    private readonly lock: DataLock,
    private readonly port: number,
    private readonly url: string,
  ) {
    const table = hooks.processes ?? processes;
    this.table = config.isTogether && !hooks.development ? together(table) : table;
    this.balancers = new Balancers(config);
    this.supervisor = new Supervisor((event) => {
      // Recorded from the first child on, so that the next start can end the children of a start that was killed.
      if (event.kind === 'changed') this.record();
      hooks.onEvent?.(event);
    }, hooks.timing);
    hooks.signal?.addEventListener('abort', () => void this.stop(), { once: true });
  }

  async run(): Promise<Platform> {
    try {
      return await this.startAll();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  private async startAll(): Promise<Platform> {
    this.refuseMissing();
    this.hooks.signal?.throwIfAborted();
    let connection: Connection | undefined;
    await this.step('databases', async (say) => {
      if (this.hooks.checksStores !== false) await requireGivenStores(this.config);
      const started = await startBacking(this.config, this.supervisor, say);
      connection = started.connection;
      return started.labels.join(', ');
    });
    if (!connection) throw new Error('The databases have no address.');
    this.hooks.signal?.throwIfAborted();
    return this.startProcesses(connection);
  }

  private async startProcesses(connection: Connection): Promise<Platform> {
    const siteUrl = this.config.siteUrl ?? this.url;
    const devServers = (await this.hooks.devServers?.(this.config)) ?? [];
    const context = await this.context(
      siteUrl,
      Object.fromEntries(devServers.map(({ frontEnd, url }) => [frontEnd, url])),
    );
    const envOf = (task: Task): NodeJS.ProcessEnv => taskEnv(task, context, connection);
    const gatewayPort = this.ports.get('gateway http');
    this.runtime = {
      pid: process.pid,
      url: this.url,
      connection: connectionEnv(connection, this.config),
      ...(gatewayPort !== undefined && { gatewayUrl: `http://127.0.0.1:${gatewayPort}` }),
    };
    this.record();

    let firstAdmin: FirstAdmin = { created: false };
    await this.step('services', async () => {
      const replicas = await Promise.all(this.table.map((entry) => replicasOf(entry, context)));
      const children = [
        ...replicas.flat().map((replica) => this.childSpec(replica, connection)),
        ...devServers.map(({ child }) => child),
      ];
      for (const replica of replicas.flat()) this.replicas.set(replica.name, replica);
      const started = children.map((child) => this.supervisor.start(child));
      for (const group of replicas) {
        await this.balancers.serve(group, context, (name) => this.supervisor.child(name).isReady);
      }
      const ready = started.map((child) => child.waitReady(serviceReadyMs));
      [firstAdmin] = await Promise.all([this.firstRun(envOf), ...ready]);
      const { replicas: count } = this.config;
      return this.table.map(({ name }) => (count > 1 ? `${name} x${count}` : name)).join(', ');
    });
    return this.platform(firstAdmin, connection);
  }

  private async firstRun(envOf: (task: Task) => NodeJS.ProcessEnv): Promise<FirstAdmin> {
    const { config, hooks } = this;
    if (hooks.firstRun === false) return { created: false };
    const { signal } = this.ending;
    const ensuring = ensureFirstAdmin(config, envOf(adminTask), signal);
    const seeding = config.seed === 'demo' ? seedDemo(config, envOf, signal) : undefined;
    this.firstRunEnded = Promise.allSettled([ensuring, seeding]);
    const [firstAdmin] = await Promise.all([ensuring, seeding]);
    return firstAdmin;
  }

  private platform(firstAdmin: FirstAdmin, connection: Connection): Platform {
    const { supervisor, config, url } = this;
    return {
      url,
      firstAdmin,
      dataDir: config.dataDir,
      connection: this.runtime?.connection ?? {},
      pids: () => supervisor.pids(),
      kill: (name, signal = 'SIGKILL') => {
        const pids = this.childrenCalled(name).flatMap((each) => supervisor.child(each).pid ?? []);
        if (pids.length === 0) throw new Error(`${name} is not running.`);
        for (const pid of pids) process.kill(pid, signal);
      },
      waitReady: async (name, timeoutMs = 30_000) => {
        const names = name === undefined ? supervisor.names() : this.childrenCalled(name);
        await Promise.all(names.map((each) => supervisor.child(each).waitReady(timeoutMs)));
      },
      restart: async (name) => {
        await Promise.all(this.childrenCalled(name).map((each) => supervisor.child(each).restart()));
      },
      replace: async (name, root) => {
        const replica = this.replicas.get(name);
        if (!replica) throw new Error(`No replica is called ${name}: ${[...this.replicas.keys()].join(', ')}.`);
        const child = await supervisor.replace(this.childSpec(replica, connection, root));
        await child.waitReady(readyMs);
      },
      stop: () => this.stop(),
      hurry: () => supervisor.hurry(),
    };
  }

  private stop(): Promise<void> {
    this.balancers.stopPublic();
    this.ending.abort();
    this.stopping ??= Promise.all([this.supervisor.stop(), this.firstRunEnded]).then(() => {
      this.balancers.close();
      removeRuntime(this.config.dataDir);
      this.lock.release();
    });
    return this.stopping;
  }

  private async step(name: string, work: StepWork): Promise<void> {
    if (this.hooks.step) await this.hooks.step(name, work);
    else await work(() => undefined);
  }

  private record(): void {
    const runtime = this.runtime ?? { pid: process.pid, url: this.url, connection: {} };
    writeRuntime(this.config.dataDir, runtime, this.supervisor.roster());
  }

  private refuseMissing(): void {
    const files = this.table.flatMap((entry) => this.programFiles(entry).map((file) => ({ name: entry.name, file })));
    const missing = files.filter(({ file }) => !existsSync(join(this.config.root, file)));
    if (missing.length === 0) return;
    const lines = missing.map(({ name, file }) => `${name}: ${file}`).join('\n  ');
    throw new MissingServerError(`Not built, though listed in infra/local/src/processes.ts:\n  ${lines}`);
  }

  private async context(siteUrl: string, devServers: Record<string, string>): Promise<ProcessContext> {
    for (const { name, ports } of this.table.flatMap(withMembers)) {
      for (const purpose of ports) {
        const isPublic = name === 'web' && purpose === 'http';
        this.ports.set(`${name} ${purpose}`, isPublic ? this.port : await freePort());
      }
    }
    return {
      config: this.config,
      secrets: loadSecrets(this.config),
      remotesPublicKeys: remotesPublicKeys(this.config),
      siteUrl,
      development: this.hooks.development ?? false,
      devServers,
      portOf: (name, purpose) => this.portOf(name, purpose),
    };
  }

  private portOf(name: string, purpose: PortPurpose): number {
    const port = this.ports.get(`${name} ${purpose}`);
    if (port === undefined) throw new Error(`No process ${name} has a port for ${purpose}.`);
    return port;
  }

  /** Returns the names of the children that run a process, or a replica of it. */
  private childrenCalled(name: string): string[] {
    const { replicas } = this.config;
    for (const entry of this.table) {
      const children = replicaNames(entry.name, replicas);
      for (const member of withMembers(entry)) {
        if (member.name === name) return children;
        const replica = replicaNames(member.name, replicas).indexOf(name);
        if (replica >= 0) return [children[replica]!];
      }
    }
    return [name];
  }

  /** `npm run dev` compiles changed files one by one, so it runs these instead of bundles. */
  private runsBundle({ isBundled = false }: PlatformProcess): boolean {
    return isBundled && !this.hooks.development;
  }

  private programFiles(entry: PlatformProcess): string[] {
    return this.runsBundle(entry) ? [entry.entry, bundleOf(entry.entry)] : [entry.entry];
  }

  private argsOf(entry: PlatformProcess, root: string): string[] {
    return this.runsBundle(entry) ? bundledArgs(root, entry.entry) : [join(root, entry.entry)];
  }

  private childSpec(
    { name, process: entry, context }: Replica,
    connection: Connection,
    root = this.config.root,
  ): ChildSpec {
    const { dataDir } = this.config;
    const internalUrl = `http://127.0.0.1:${context.portOf(entry.name, 'internal')}`;
    return {
      name,
      command: process.execPath,
      args: this.argsOf(entry, root),
      cwd: root,
      env: processEnv(entry, context, connection),
      stage: entry.stage,
      logPath: join(dataDir, 'logs', `${name}.log`),
      ...(entry.members && {
        logLimitBytes: logLimitBytes * entry.members.length,
        // The gateway stops first, then the services.
        graceMs: 2 * (this.hooks.timing ?? defaultTiming).graceMs,
      }),
      probe: httpProbe(`${internalUrl}/readyz`),
      // A process that is being debugged may stand still for long.
      ...(!this.hooks.development && { liveness: httpProbe(`${internalUrl}/healthz`) }),
    };
  }
}

/** Returns the settings in runtime.json, where `npm run docfolio -- admin` and others find a running platform's databases. */
function connectionEnv(connection: Connection, config: LocalConfig): Record<string, string> {
  return {
    MONGODB_URI: connection.mongodbUri,
    REDIS_URL: connection.redisUrl,
    ...(config.minioEndpoint
      ? { MINIO_ENDPOINT: config.minioEndpoint }
      : { OBJECT_STORE_DIR: join(config.dataDir, 'objects') }),
  };
}
