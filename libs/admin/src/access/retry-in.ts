/** Returns 'Please try again in 42 seconds.', '... 2 minutes.' (rounded up) or, without `seconds`, '... later.' */
export function retryIn(seconds: number | undefined): string {
  if (seconds === undefined) return 'Please try again later.';
  if (seconds < 60) return `Please try again in ${counted(Math.max(1, seconds), 'second')}.`;
  return `Please try again in ${counted(Math.ceil(seconds / 60), 'minute')}.`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
