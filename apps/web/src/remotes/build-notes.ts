import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The name of a build in notes, logs and reports. */
export interface BuildName {
  remote: string;
  build: string;
}

/**
 * `broken`: it must not be served. `tried`: it was rendered in a process of its own without failing. `proven`: it was
 * served for a while. `serving`: a process serves it that is not proven yet, and how often such a process has ended.
 */
export type NoteKind = 'broken' | 'tried' | 'proven' | `serving-${string}`;

const content = z.object({
  reason: z.string().default(''),
  ends: z.int().default(0),
  pid: z.int().default(0),
});
export type Note = z.output<typeof content>;

/** Folder of the notes in the cache's. No remote can have this name. */
export const notesFolder = '.notes';

/**
 * Notes about builds on disk, which outlive a process that a build ends. One file for each note: processes may share
 * the folder. Written synchronously, because the process may be about to end.
 */
export class BuildNotes {
  private readonly folder: string;
  /** Notes that could not be written, by file: they last as long as this process. */
  private readonly unwritten = new Map<string, Note>();

  /**
   * @param directory the folder of the build cache
   * @param onError receives why a note was not written or removed: a full disk is no reason to stop serving pages
   */
  constructor(
    directory: string,
    private readonly onError: (error: unknown) => void,
  ) {
    this.folder = path.join(directory, notesFolder);
  }

  read(name: BuildName, kind: NoteKind): Note | undefined {
    const file = fileOf(name, kind);
    return this.unwritten.get(file) ?? this.readFile(file);
  }

  write(name: BuildName, kind: NoteKind, note: Partial<Note> = {}): void {
    const file = fileOf(name, kind);
    const place = path.join(this.folder, file);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(`${place}.${process.pid}`, JSON.stringify(note));
      renameSync(`${place}.${process.pid}`, place);
      this.unwritten.delete(file);
    } catch (error) {
      this.unwritten.set(file, content.parse(note));
      this.onError(error);
    }
  }

  remove(name: BuildName, kind: NoteKind): void {
    const file = fileOf(name, kind);
    this.unwritten.delete(file);
    try {
      rmSync(path.join(this.folder, file), { force: true });
    } catch (error) {
      this.onError(error);
    }
  }

  list(): { name: BuildName; kind: NoteKind; note: Note }[] {
    return this.files().flatMap((file) => {
      const [, remote = '', build = '', kind] = /^([a-z0-9-]+)\.([0-9a-f-]+)\.(.+)\.json$/.exec(file) ?? [];
      const note = kind === undefined ? undefined : this.readFile(file);
      return note ? [{ name: { remote, build }, kind: kind as NoteKind, note }] : [];
    });
  }

  private files(): string[] {
    try {
      return readdirSync(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** A note that cannot be read is none: the build is tried again. */
  private readFile(file: string): Note | undefined {
    try {
      return content.parse(JSON.parse(readFileSync(path.join(this.folder, file), 'utf8')));
    } catch {
      return undefined;
    }
  }
}

const fileOf = ({ remote, build }: BuildName, kind: NoteKind) => `${remote}.${build}.${kind}.json`;
