/** Who calls, as the gateway has established it. */
export interface Actor {
  user_id: string;
  email: string;
}

/** What a handler may know of the call besides its input. */
export interface CallContext {
  /** `operationKey` of the operation. */
  operation: string;
  requestId: string;
  /** Milliseconds since the epoch; later nobody waits for the answer. A submission's is far away. */
  deadline: number;
  actor: Actor | null;
  /** Id of the record that a `creates` operation makes: derived from operation and Idempotency-Key. Empty otherwise. */
  recordId: string;
  /** Hash of the raw input of a `creates` operation; goes into the record as `op_hash`. Empty otherwise. */
  bodyHash: string;
}
