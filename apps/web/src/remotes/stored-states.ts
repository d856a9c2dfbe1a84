import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RemoteState, remoteState } from '@docfolio/contracts/entities/remote';
import { z } from 'zod';

/** The last known deployed builds, on disk, for a start without the gateway. */
export class StoredStates {
  private readonly file: string;

  constructor(
    private readonly directory: string,
    private readonly log: (error: unknown, message: string) => void,
  ) {
    this.file = path.join(directory, 'state.json');
  }

  async write(states: readonly RemoteState[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const partial = `${this.file}.${process.pid}`;
    await writeFile(partial, JSON.stringify(states));
    await rename(partial, this.file);
  }

  /** Returns none if there is no file, or it cannot be read. */
  async read(): Promise<RemoteState[]> {
    try {
      return z.array(remoteState).parse(JSON.parse(await readFile(this.file, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.log(error, 'stored remotes unreadable');
      return [];
    }
  }
}
