import { ProblemError } from '@docfolio/contracts/core/problem';

/** Outcome of a call, as a label: `refused` is a 4xx, `failed` a 5xx other than the two that name an overload or outage. */
export type Outcome = 'ok' | 'refused' | 'saturated' | 'unavailable' | 'failed';

/** Returns the label for the error of a call. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ProblemError)) return 'failed';
  if (error.status < 500) return 'refused';
  return error.code === 'saturated' || error.code === 'unavailable' ? error.code : 'failed';
}
