/** Explains an email's error code: SMTP status, network error, exceeded hourly limit, or null. */
export function mailReason(code: string | null): string {
  if (!code) return 'The mail server gave no reason';
  if (code === 'hourly limit') return 'Over the hourly limit of mails to visitors (PUBLIC_MAILS_PER_HOUR)';
  if (code.startsWith('SMTP ')) return `The mail server refused it (${code})`;
  return /^E[A-Z]+$/.test(code) ? `The mail server could not be reached (${code})` : `It could not be sent (${code})`;
}
