import path from 'node:path';
import type { ServerHost, ServerRemote } from '@docfolio/federation/server-build';
import { ParsedFiles } from '../parsed-files.js';
import { runAs } from '../remotes/build-guard.js';
import { serverFile as deployedServerFile } from '../remotes/build-verdicts.js';
import { checkFile, type DownloadedBuild } from '../remotes/downloaded-builds.js';
import { BuildFailedError } from './build-health.js';
import { evaluate, evaluateRemote } from './evaluate.js';

/** The server builds of a remote, and of the shell (host) that it was loaded with. */
export interface ServerBuild {
  host: ServerHost;
  remote: ServerRemote;
}

interface ServerBuildsOptions {
  /** Path of the shell's `server.js`. */
  hostFile: string;
  /** Returns the deployed build in a folder; undefined if that is another folder. */
  deployedIn?(directory: string): DownloadedBuild | undefined;
  /** Replaces the files of a deployed build whose server build is not the one that was published. */
  repair?(deployed: DownloadedBuild): void;
  log: (error: unknown, message: string) => void;
}

interface LoadedHost {
  host: ServerHost;
  /** The remotes loaded with this host: they share its modules, so a new host gets new ones. */
  remotes: ParsedFiles;
}

/** Loads server builds, each a single file, when needed and again once replaced. One that throws is logged once. */
export class ServerBuilds {
  private readonly hosts = new ParsedFiles();

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
      (code): LoadedHost => ({ host: evaluate(hostFile, code, {}), remotes: new ParsedFiles() }),
    );
    if (!loaded || loaded instanceof BuildFailedError) return undefined;
    const file = serverFile(directory);
    const deployed = this.options.deployedIn?.(directory);
    const build = await this.read(loaded.remotes, file, (code) => {
      if (deployed) return this.evaluateDeployed(deployed, file, code, loaded.host);
      return { host: loaded.host, remote: evaluateRemote<ServerRemote>(file, code, loaded.host.shared) };
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

  /** Evaluates a deployed build. Whatever it does later is known to be its own. @throws BuildRefused for other bytes */
  private evaluateDeployed(deployed: DownloadedBuild, file: string, code: string, host: ServerHost): ServerBuild {
    const { record, files } = deployed;
    const described = files.get(deployedServerFile);
    try {
      if (described) checkFile(described, Buffer.from(code));
    } catch (error) {
      this.options.repair?.(deployed);
      throw error;
    }
    const name = { remote: record.remote, build: record.build };
    const remote = runAs(name, () => evaluateRemote<ServerRemote>(file, code, host.shared));
    const { submit, addressOf } = remote;
    return {
      host: { ...host, renderPage: (page) => runAs(name, () => host.renderPage(page)) },
      remote: {
        ...remote,
        load: (...input) => runAs(name, () => remote.load(...input)),
        ...(submit && { submit: (...input) => runAs(name, () => submit.apply(remote, input)) }),
        ...(addressOf && { addressOf: (...input) => runAs(name, () => addressOf.apply(remote, input)) }),
      },
    };
  }

  private async read<T>(
    files: ParsedFiles,
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
