import type { RestoreCommand } from '@docfolio/backup/options';
import type { Sources, Step } from '@docfolio/backup/run-command';
import type { Terminal } from '@docfolio/remote-build/cli/commands';
import type { MoveOptions } from './move-data/options.js';
import type { ProgramOptions, ProgramResult } from './run-program.js';

/** Runs a compiled program of a service to its end. @param entry path below the root */
export type RunProgram = (entry: string, options?: ProgramOptions) => Promise<ProgramResult>;

/**
 * Where commands work: the installation of a checkout (infra/local), or in containers the one that variables name. All
 * that differs between the two is here.
 */
export interface Installation {
  /** What a person types before the name of a command. */
  readonly program: string;
  /** Folder with `services/`: `/app` in the image, else the checkout. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  print(line: string): void;
  /** Runs a step of a long command, and prints its progress and result. */
  step: Step;
  /** Runs `work`, whose programs get the stores and settings of the installation. */
  withPrograms<T>(command: string, work: (run: RunProgram) => Promise<T>): Promise<T>;
  /** Runs `work` with open stores. */
  withSources(work: (sources: Sources) => Promise<void>): Promise<void>;
  /** Returns whether backups in `place` are on the disk of the data. */
  isBesideData(place: string): boolean;
  restore(command: RestoreCommand): Promise<void>;
  /** Removes the data that the last restore has replaced. */
  discardReplaced(): Promise<void>;
  /** @param args of the command: some do without a running platform */
  remotesTerminal(args: readonly string[]): Promise<Terminal>;
  /** Copies the data to other stores. Undefined in containers, whose stores are moved with their own tools. */
  moveData?(options: MoveOptions): Promise<void>;
}
