/** Collects cleanup steps and runs them, the last one first, even if some fail. */
export class Cleanup {
  private readonly steps: { name: string; undo: () => Promise<unknown> }[] = [];
  private done: Promise<string[]> | undefined;

  add(name: string, undo: () => Promise<unknown>): void {
    this.steps.push({ name, undo });
  }

  /** Runs the steps once; a second call awaits the first. @returns messages of the steps that failed */
  run(): Promise<string[]> {
    this.done ??= this.runSteps();
    return this.done;
  }

  private async runSteps(): Promise<string[]> {
    const failures: string[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      await step.undo().catch((error: unknown) => failures.push(`${step?.name}: ${String(error)}`));
    }
    return failures;
  }
}
