import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { ServerHost, ServerRemote } from '@docfolio/federation/server-build';
import { FileCache } from '../file-cache.js';

/** What draws the pages of one remote: its build, and the host's that it was loaded with. */
export interface ServerBuild {
  host: ServerHost;
  remote: ServerRemote;
}

interface ServerBuildsOptions {
  /** The host's `server.js`. */
  hostFile: string;
  /** The folder of a remote's build. */
  directory: (remote: string) => string;
  log: (error: unknown, message: string) => void;
}

interface LoadedHost {
  host: ServerHost;
  /** Remotes are loaded with one host and go with it. */
  remotes: FileCache;
}

/**
 * The builds that pages are drawn with, each one file that is evaluated when it is first needed and anew when it was
 * replaced: a remote is deployed without a restart of this process. A build that throws is reported once.
 */
export class ServerBuilds {
  readonly #hosts = new FileCache();

  constructor(private readonly options: ServerBuildsOptions) {}

  /** The build that draws a remote's pages, the same object while nothing is replaced; undefined when there is none. */
  async of(name: string): Promise<ServerBuild | undefined> {
    const { hostFile, directory } = this.options;
    const loaded = await this.#read(this.#hosts, hostFile, (code): LoadedHost => {
      return { host: evaluate<ServerHost>(hostFile, code, {}), remotes: new FileCache() };
    });
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
          this.options.log(error, `The build for the server at ${file} failed`);
          return undefined;
        }
      });
    } catch (error) {
      // Not there: the remote is drawn in browsers only, or is being replaced.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.options.log(error, `${file} is unreadable`);
      return undefined;
    }
  }
}

/** Runs a CommonJS file that requires nothing but Node's own modules and what is provided. */
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
