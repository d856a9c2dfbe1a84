import { recordId } from '@docfolio/contracts/core/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Creates the variants of an image. If all attempts fail, the hourly sweep queues it again. */
export const makeVariants = defineJob('make-variants', z.strictObject({ id: recordId }), { attempts: 4 });

export const sweepImages = defineJob('sweep-images', z.strictObject({}), { attempts: 3 });
