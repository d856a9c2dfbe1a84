/** Exit codes of the command, for scripts. */
export const exitCodes = {
  done: 0,
  /** Something on this machine failed: a file, a key, the build's folder. */
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** The platform is unreachable, unavailable or busy: the same command may work later. */
  unavailable: 3,
  /** The API token is missing rights, revoked or unknown. */
  tokenRefused: 4,
  /** The platform refuses the change; the message says why. */
  refused: 5,
  /** Another user changed the remote in the meantime. */
  stale: 6,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Thrown for an expected failure. `message` is for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
