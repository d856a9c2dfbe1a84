/** A failure that the operator can act on. Its message is printed without a stack trace. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    message: string,
    /** Exit code of the program: 1 failed, 2 refused because of its arguments. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}
