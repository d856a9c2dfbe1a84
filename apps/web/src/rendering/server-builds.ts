import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { ServerHost, ServerRemote } from '@docfolio/federation/server-build';
import { FileCache } from '../file-cache.js';
import { BuildFailedError } from './build-health.js';

/** The server builds of a remote, and of the shell (host) that it was loaded with. */
export interface ServerBuild {
  host: ServerHost;
  remote: ServerRemote;
}

interface ServerBuildsOptions {
  /** Path of the shell's `server.js`. */
  hostFile: string;
  log: (error: unknown, message: string) => void;
}

interface LoadedHost {
  host: ServerHost;
  /** The remotes loaded with this host: they share its modules, so a new host gets new ones. */
  remotes: FileCache;
}

/** Loads server builds, each a single file, when needed and again once replaced. One that throws is logged once. */
export class ServerBuilds {
  private readonly hosts = new FileCache();

  constructor(private readonly options: ServerBuildsOptions) {}

  /**
   * Returns the build of a remote in a folder, the same object until a file is replaced; undefined if there is none.
   * @throws BuildFailedError if it throws while it is evaluated
   */
  async in(directory: string): Promise<ServerBuild | undefined> {
    const { hostFile } = this.options;
    const loaded = await this.read(
      this.hosts,
      hostFile,
      (code): LoadedHost => ({ host: evaluate(hostFile, code, {}), remotes: new FileCache() }),
    );
    if (!loaded || loaded instanceof BuildFailedError) return undefined;
    const file = serverFile(directory);
    const build = await this.read(loaded.remotes, file, (code): ServerBuild => {
      const remote = evaluate<ServerRemote>(file, code, loaded.host.shared);
      if (typeof remote.Routes !== 'function' || typeof remote.load !== 'function') {
        throw new Error('src/server.ts has to export Routes and load');
      }
      return { host: loaded.host, remote };
    });
    if (build instanceof BuildFailedError) throw build;
    return build;
  }

  /** Frees the builds of all other folders. */
  async retain(directories: readonly string[]): Promise<void> {
    const files = new Set(directories.map(serverFile));
    const loaded = await this.hosts.peek<LoadedHost>(this.options.hostFile);
    loaded?.remotes.retain((file) => files.has(file));
  }

  private async read<T>(
    files: FileCache,
    file: string,
    parse: (code: string) => T,
  ): Promise<T | BuildFailedError | undefined> {
    try {
      return await files.read<T | BuildFailedError>(file, (code) => {
        try {
          return parse(code);
        } catch (error) {
          this.options.log(error, `server build failed: ${file}`);
          return new BuildFailedError(error);
        }
      });
    } catch (error) {
      // Absent: the remote renders in browsers only, or is being replaced.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.options.log(error, `server build unreadable: ${file}`);
      return undefined;
    }
  }
}

const serverFile = (directory: string) => path.join(directory, 'server', 'server.js');

/** Evaluates a CommonJS file that may require only Node's modules and the provided ones. */
function evaluate<T>(file: string, code: string, provided: Readonly<Record<string, unknown>>): T {
  const module = { exports: {} };
  const require = (name: string): unknown => {
    const found = provided[name] ?? process.getBuiltinModule(name);
    if (!found) throw new Error(`${name} is not shared by the host`);
    return found;
  };
  compileFunction(code, ['exports', 'require', 'module'], { filename: file })(module.exports, require, module);
  return module.exports as T;
}
