import { z } from 'zod';
import { defineJob } from '../jobs/define-job.js';

export const greet = defineJob('test-greet', z.strictObject({ note: z.string() }), {
  attempts: 5,
  backoff: { first: 100, cap: 1_000 },
});

/** Title of a note whose event the subscriber handles in the second attempt. */
export const failsOnce = 'fails once';
