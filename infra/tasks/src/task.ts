/** What every task is given. */
export interface TaskContext {
  /** Folder that holds `services/`: `/app` in the image, the repository elsewhere. */
  root: string;
  /** Arguments after the name of the task. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Prints a line for the operator. */
  print(line: string): void;
}

/** Runs to its end and resolves to the exit code. */
export type Task = (context: TaskContext) => Promise<number>;
