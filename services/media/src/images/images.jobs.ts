import { recordId } from '@docfolio/contracts/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Makes an image in the widths that it can be asked for in. What it fails at for good the next sweep asks for again. */
export const makeVariants = defineJob('make-variants', z.strictObject({ id: recordId }), { attempts: 4 });

/** Brings bucket and records together again where a crash has come between them. */
export const sweepImages = defineJob('sweep-images', z.strictObject({}), { attempts: 3 });
