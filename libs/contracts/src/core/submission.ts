import { z } from 'zod';
import { recordId } from './text.js';

/** Response to a public form: `stored` (201) or, while the service is down or slow, `accepted` (202). `id` is final. */
export const submitted = z.object({ id: recordId, status: z.enum(['stored', 'accepted']) });
export type Submitted = z.output<typeof submitted>;
