import { z } from 'zod';
import { recordId } from './text.js';

/** The response to a public form: `stored` (201), or `accepted` (202) while the service is down. The id is final in both cases. */
export const submitted = z.object({ id: recordId, status: z.enum(['stored', 'accepted']) });
export type Submitted = z.output<typeof submitted>;
