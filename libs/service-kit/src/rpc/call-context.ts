export interface Actor {
  user_id: string;
  email: string;
}

export interface CallContext {
  operation: string;
  requestId: string;
  /** Time (ms since the epoch) from which the caller no longer waits. For the job of a submission it is far in the future. */
  deadline: number;
  actor: Actor | null;
  /** Id for the record of a `creates` operation, the same in a repeat with the same Idempotency-Key; else ''. */
  recordId: string;
  /** Hash of the raw input of a `creates` operation, stored as `op_hash`; else ''. */
  bodyHash: string;
  /** Id of the call's entry in the audit trail. Undefined: its writes are not recorded. */
  auditId?: string | undefined;
  /** Keyed hash of the client's network, of calls that are limited as reports: equal for one visitor, and no address. */
  client?: string | undefined;
}

/** Returns the actor for events: the user's email address, `<name>` of an API token, or null for a public call. */
export function actorOf({ actor }: CallContext): string | null {
  return actor?.email ?? null;
}
