import { OperatorError } from '@docfolio/process/operator-error';

/** The backup cannot be made, read or restored. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 1, options);
  }
}
