import { leadChanged } from '@docfolio/contracts/lead';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { changedFields } from '../records/changed-fields.js';
import type { LeadFields } from './leads.repository.js';

type StoredLead = RecordOutput<LeadFields>;

/** Fields whose names are told when they change; the others tell more than that. */
const told = [
  'name',
  'email',
  'phone',
  'company',
  'message',
  'source',
  'budget_range',
  'timeline',
  'service_interest',
  'project_type',
] as const;

/**
 * The events of an edit: one that tells what has changed, none where nothing has.
 * @param actor the admin's e-mail address
 * @param converted what the edit makes of the lead: told even where the lead has been converted before
 */
export function changeOf(actor: string | null, converted?: { client_id: string | null; project_id: string | null }) {
  return (lead: StoredLead, before: StoredLead): OccurredEvent[] => {
    const fields = changedFields(before, lead, told);
    const change = {
      ...(lead.status !== before.status && { status: { from: before.status, to: lead.status } }),
      ...(lead.is_spam !== before.is_spam && { is_spam: lead.is_spam }),
      ...(converted && { converted }),
    };
    if (fields.length === 0 && Object.keys(change).length === 0) return [];
    return [occurred(leadChanged, { id: lead.id, act: 'changed', actor, fields, ...change })];
  };
}
