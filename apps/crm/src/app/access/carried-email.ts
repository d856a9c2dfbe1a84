const fieldsOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

/** Returns a history state with the typed email added, so that the next page under `/auth` prefills it. */
export function withEmail(state: unknown, email: string): object {
  return { ...fieldsOf(state), email };
}

/** Returns the email that `withEmail` added to a history state, or ''. */
export function typedEmail(state: unknown): string {
  const fields = fieldsOf(state);
  return 'email' in fields && typeof fields.email === 'string' ? fields.email : '';
}
