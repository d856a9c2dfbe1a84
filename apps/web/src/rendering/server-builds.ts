import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { ServerHost, ServerRemote } from '@docfolio/federation/server-build';
import { FileCache } from '../file-cache.js';

/** The server builds of a remote, and of the shell (host) that it was loaded with. */
export interface ServerBuild {
  host: ServerHost;
  remote: ServerRemote;
}

interface ServerBuildsOptions {
  /** Path of the shell's `server.js`. */
  hostFile: string;
  directory: (remote: string) => string;
  log: (error: unknown, message: string) => void;
}

interface LoadedHost {
  host: ServerHost;
  /** The remotes loaded with this host: they share its modules, so a new host gets new ones. */
  remotes: FileCache;
}

/** Loads server builds, each a single file, when needed and again once replaced. One that throws is logged once. */
export class ServerBuilds {
  readonly #hosts = new FileCache();

  constructor(private readonly options: ServerBuildsOptions) {}

  /** Returns a remote's build, the same object until a file is replaced; undefined if there is none. */
  async of(name: string): Promise<ServerBuild | undefined> {
    const { hostFile, directory } = this.options;
    const loaded = await this.#read(
      this.#hosts,
      hostFile,
      (code): LoadedHost => ({ host: evaluate(hostFile, code, {}), remotes: new FileCache() }),
    );
    if (!loaded) return undefined;
    const file = path.join(directory(name), 'server', 'server.js');
    return this.#read(loaded.remotes, file, (code): ServerBuild => {
      const remote = evaluate<ServerRemote>(file, code, loaded.host.shared);
      if (typeof remote.Routes !== 'function' || typeof remote.load !== 'function') {
        throw new Error('src/server.ts has to export Routes and load');
      }
      return { host: loaded.host, remote };
    });
  }

  async #read<T>(files: FileCache, file: string, parse: (code: string) => T): Promise<T | undefined> {
    try {
      return await files.read<T | undefined>(file, (code) => {
        try {
          return parse(code);
        } catch (error) {
          this.options.log(error, `server build failed: ${file}`);
          return undefined;
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
