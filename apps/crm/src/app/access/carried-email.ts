const fieldsOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

/** Adds the typed email to the state of a history entry below `/auth`. */
export function withEmail(state: unknown, email: string): object {
  return { ...fieldsOf(state), email };
}

/** Returns the email that was typed on another page below `/auth`, or ''. */
export function typedEmail(state: unknown): string {
  const fields = fieldsOf(state);
  return 'email' in fields && typeof fields.email === 'string' ? fields.email : '';
}
