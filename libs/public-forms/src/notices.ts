/** The toast of a form that was not sent. */
export const failureNotice = {
  variant: 'destructive',
  title: 'Error',
  description: 'Something went wrong. Please try again.',
} as const;
