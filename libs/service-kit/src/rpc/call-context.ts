export interface Actor {
  user_id: string;
  email: string;
}

export interface CallContext {
  operation: string;
  requestId: string;
  /** Time (ms since the epoch) from which the caller no longer waits. Far in the future for submissions. */
  deadline: number;
  actor: Actor | null;
  /**
   * Id of the record that a `creates` operation creates: derived from operation and Idempotency-Key, or random. Else ''.
   */
  recordId: string;
  /** Hash of the raw input of a `creates` operation, stored as `op_hash`. Empty otherwise. */
  bodyHash: string;
}

/** Returns the email address of the calling admin, as events name it; null for a visitor. */
export function actorOf({ actor }: CallContext): string | null {
  return actor?.email ?? null;
}
