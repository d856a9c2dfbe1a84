/** A command of an operator has failed or is refused. Its message is printed without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';

  constructor(
    message: string,
    /** Exit code of the command. 1: failed, 2: the command line is wrong. */
    readonly exitCode: number = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
