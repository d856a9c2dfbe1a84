import { type Lead, leads } from '@docfolio/contracts/lead';
import { Inbox } from 'lucide-react';
import { type RecordKind, recordKind } from '../../records/record-kind.js';
import { leadStatuses } from '../statuses/lead-statuses.js';

export const leadKind: RecordKind<Lead, 'leads'> = recordKind({
  ...leads,
  topic: 'leads',
  icon: Inbox,
  sidebar: { group: 'people' },
  goKey: 'l',
  count: 'leads',
  one: 'lead',
  statuses: leadStatuses,
  nameOf: ({ name }) => name,
  paletteEntryOf: ({ name, email, company, status }) => ({
    detail: company ?? email,
    status: leadStatuses.find(({ value }) => value === status),
    texts: [name, email, company],
  }),
  // A failed fetch is only logged (specification, section 8).
  words: { toastsFetch: false },
});
