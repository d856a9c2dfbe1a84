/** The toast of a form that was not sent. */
export const failureNotice = {
  variant: 'destructive',
  title: 'Error',
  description: 'Something went wrong. Please try again.',
} as const;

/** Returns the toast of a form that waits because too many come from its address. @param seconds until it is sent again */
export const waitingNotice = (seconds: number) =>
  ({
    title: 'One moment',
    description: `Many forms come from your network. Yours is sent in ${seconds} seconds: please keep this page open.`,
    variant: 'info',
    duration: seconds * 1_000,
  }) as const;
