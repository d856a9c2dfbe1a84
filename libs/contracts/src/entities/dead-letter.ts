import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { recordId, timestamp } from '../core/text.js';

// The leads and the content service each have a collection of this name.
export const deadLetterEntity = entity({ collection: 'parked_submissions' });

/** A form submission that was refused too late for its sender to learn of it; the CRM shows it to the owner. */
export const deadLetter = z.object({
  id: recordId,
  /** Key of the submitted operation (`operationKey`): `POST /leads`. */
  operation: z.string(),
  /** Problem code of the refusal, such as `validation_failed`. */
  code: z.string(),
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
    resend: operation({
      ...adminOf(service),
      method: 'POST',
      path: `/admin/parked-submissions/${place}/:id/resend`,
      input: z.strictObject({ id: recordId, input: z.record(z.string(), z.unknown()) }),
      output: byId,
      summary: 'Submit a refused submission with corrected fields, and remove it if that is accepted.',
    }),
  };
}

export const peopleDeadLetters = operations(deadLettersOf('leads', 'people'));
export const contentDeadLetters = operations(deadLettersOf('content', 'content'));

/** A dead letter was stored or dismissed. Published without an outbox: a crash may lose the event. */
export const deadLetterChanged = recordEvent('submission.parked', 'parked_submissions');
