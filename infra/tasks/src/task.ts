export interface TaskContext {
  /** Folder that holds `services/`: `/app` in the image, the repository elsewhere. */
  root: string;
  /** Arguments after the name of the task. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  print(line: string): void;
}

/** A one-shot task. @returns its exit code */
export type Task = (context: TaskContext) => Promise<number>;
