export interface TaskContext {
  /** Folder with `services/`: `/app` in the image, else the repository. */
  root: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  print(line: string): void;
}

/** A one-shot task. @returns its exit code */
export type Task = (context: TaskContext) => Promise<number>;
