import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@docfolio/process/operator-error';

const fileMode = 0o400;

export interface Owner {
  uid: number;
  gid: number;
}

/** Sets a file's owner. Needs CAP_CHOWN unless the new owner is the caller. */
export type SetOwner = (path: string, owner: Owner) => Promise<void>;

const setOwnerOf: SetOwner = (path, { uid, gid }) => chown(path, uid, gid);

export class SecretFolder {
  private constructor(
    private readonly path: string,
    private readonly setOwner: SetOwner,
  ) {}

  /** Opens a volume. @throws OperatorError if it is not mounted: its files would be lost with the container */
  static async open(path: string, setOwner: SetOwner = setOwnerOf): Promise<SecretFolder> {
    const folder = await stat(path).catch(() => undefined);
    if (!folder?.isDirectory()) throw new OperatorError(`${path} is not a folder: its volume is not mounted.`);
    return new SecretFolder(path, setOwner);
  }

  /** Returns a file's content; undefined if it does not exist. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.path, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Writes or replaces a file with mode and owner atomically. */
  async write(name: string, content: string, owner: Owner): Promise<void> {
    const unfinished = join(this.path, `.${name}.new`);
    await rm(unfinished, { force: true });
    await writeFile(unfinished, content, { mode: fileMode, flag: 'wx', flush: true });
    // Before chown: changing the mode of another user's file needs a capability.
    await chmod(unfinished, fileMode);
    await this.setOwner(unfinished, owner);
    await rename(unfinished, join(this.path, name));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { force: true });
  }
}
