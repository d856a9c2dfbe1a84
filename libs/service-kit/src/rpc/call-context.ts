/** The caller, as authenticated by the gateway. */
export interface Actor {
  user_id: string;
  email: string;
}

/** What a handler may know of the call besides its input. */
export interface CallContext {
  /** `operationKey` of the operation. */
  operation: string;
  requestId: string;
  /** ms since the epoch, after which the caller has given up. Far in the future for submissions. */
  deadline: number;
  actor: Actor | null;
  /**
   * Id of the record that a `creates` operation creates, derived from operation and Idempotency-Key. Empty otherwise.
   */
  recordId: string;
  /** Hash of the raw input of a `creates` operation, stored as `op_hash`. Empty otherwise. */
  bodyHash: string;
}
