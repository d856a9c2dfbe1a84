import { z } from 'zod';
import { adminOf } from './crud.js';
import { entity } from './entity.js';
import { recordEvent } from './event.js';
import { listOf, listQuery } from './list.js';
import { operation, operations } from './operation.js';
import { byId } from './record-link.js';
import { recordId, timestamp } from './text.js';

// Both services have such a collection.
export const deadLetterEntity = entity({ collection: 'parked_submissions' });

/**
 * A submission that was answered `accepted` while its service was down, and refused later. The visitor doesn't know, so
 * the owner must.
 */
export const deadLetter = z.object({
  id: recordId,
  /** `operationKey` of the submission. */
  operation: z.string(),
  /** The problem's code. */
  code: z.string(),
  /** The submission's input, unchanged. */
  input: z.unknown(),
  at: timestamp,
});
export type DeadLetter = z.output<typeof deadLetter>;

function deadLettersOf(service: 'leads' | 'content', place: 'people' | 'content') {
  return {
    list: operation({
      ...adminOf(service),
      method: 'GET',
      path: `/admin/parked-submissions/${place}`,
      input: listQuery(['-at'], {}).omit({ search: true }),
      output: listOf(deadLetter),
      summary: 'List submissions that were refused after their sender got `accepted`.',
    }),
    dismiss: operation({
      ...adminOf(service),
      method: 'DELETE',
      path: `/admin/parked-submissions/${place}/:id`,
      input: byId,
      output: byId,
      summary: 'Dismiss a refused submission.',
    }),
  };
}

export const peopleDeadLetters = operations(deadLettersOf('leads', 'people'));
export const contentDeadLetters = operations(deadLettersOf('content', 'content'));

/** Published without an outbox: see the dead letters of service-kit. */
export const deadLetterChanged = recordEvent('submission.parked', 'parked_submissions');
