import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const removeOldBuilds = defineJob('remove-old-builds', z.strictObject({}), { attempts: 3 });

/** A failed run is not repeated: the next one follows within seconds. */
export const decideOnCanaries = defineJob('decide-on-canaries', z.strictObject({}), {
  attempts: 1,
  quiet: true,
});
