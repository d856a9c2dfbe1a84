/** A failure for the operator: its message is printed without a stack trace. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    message: string,
    /** 1: failed, 2: invalid task or arguments. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}
