/** The backup cannot be made, read or restored. The message is meant for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
