import { addedLead, lead, leadChanged } from '@docfolio/contracts/entities/lead';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { changedFields } from '../../records/changed-fields.js';
import type { LeadFields } from './leads.repository.js';

type StoredLead = RecordOutput<LeadFields>;

/** Fields of a lead that its change event lists by name. Status and spam mark have separate fields in the event. */
const named = (Object.keys(lead.shape) as (keyof StoredLead)[]).filter(
  (field) => field in addedLead.shape && field !== 'status',
);

/** Returns a function that compares two versions of a lead and returns the event of the changes, if there are any. */
export function changeOf(actor: string | null, converted?: { client_id: string | null; project_id: string | null }) {
  return (current: StoredLead, before: StoredLead): OccurredEvent[] => {
    const fields = changedFields(before, current, named);
    const change = {
      ...(current.status !== before.status && { status: { from: before.status, to: current.status } }),
      ...(current.is_spam !== before.is_spam && { is_spam: current.is_spam }),
      ...(converted && { converted }),
    };
    if (fields.length === 0 && Object.keys(change).length === 0) return [];
    return [occurred(leadChanged, { id: current.id, act: 'changed', actor, fields, ...change })];
  };
}
