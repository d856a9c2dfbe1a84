import { z } from 'zod';
import { defineJob } from '../jobs/define-job.js';

export const greet = defineJob('test-greet', z.strictObject({ note: z.string() }), {
  attempts: 5,
  backoff: { first: 100, cap: 1_000 },
});
