import { z } from 'zod';
import { recordId } from './text.js';

/**
 * The answer to what a visitor sends: `stored` (201), or `accepted` (202) when the service was away. The id is final
 * in both cases, and nothing else of the record is told.
 */
export const submitted = z.object({ id: recordId, status: z.enum(['stored', 'accepted']) });
export type Submitted = z.output<typeof submitted>;
