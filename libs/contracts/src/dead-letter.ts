import { z } from 'zod';
import { recordEvent } from './event.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId } from './record-link.js';
import { recordId, timestamp } from './text.js';

/**
 * What a visitor sent while a service was away, was told `accepted`, and was refused when the service was back: the
 * visitor doesn't know, so the owner has to.
 */
export const deadLetter = z.object({
  id: recordId,
  /** `operationKey` of what was sent. */
  operation: z.string(),
  /** Code of the problem. */
  code: z.string(),
  /** What was sent, as it was sent. */
  input: z.unknown(),
  at: timestamp,
});
export type DeadLetter = z.output<typeof deadLetter>;

function parkedOf(service: 'leads' | 'content', place: 'people' | 'content') {
  const admin = { service, access: 'admin' } as const;
  return {
    list: operation({
      ...admin,
      method: 'GET',
      path: `/admin/parked-submissions/${place}`,
      input: listQuery(['-at'], {}).omit({ search: true }),
      output: listOf(deadLetter),
      summary: 'Submissions that were refused after their sender had been told they were accepted.',
    }),
    dismiss: operation({
      ...admin,
      method: 'DELETE',
      path: `/admin/parked-submissions/${place}/:id`,
      input: byId,
      output: byId,
      summary: 'Drop one that has been dealt with.',
    }),
  };
}

export const peopleDeadLetters = parkedOf('leads', 'people');
export const contentDeadLetters = parkedOf('content', 'content');

/** One was parked, or dismissed. It rides in no outbox: see service-kit's parked submissions. */
export const deadLetterChanged = recordEvent('submission.parked', 'parked_submissions');
