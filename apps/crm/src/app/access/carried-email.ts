const fieldsOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

/** State of a history entry of `/auth` and the pages below it: what it holds, and the email that was typed. */
export function withEmail(state: unknown, email: string): object {
  return { ...fieldsOf(state), email };
}

/** The email that was typed on another page below `/auth`; empty when there was none. */
export function typedEmail(state: unknown): string {
  const fields = fieldsOf(state);
  return 'email' in fields && typeof fields.email === 'string' ? fields.email : '';
}
