import { type Lead, leads } from '@docfolio/contracts/lead';
import { peopleTrash } from '@docfolio/contracts/trash';
import { Inbox } from 'lucide-react';
import type { RecordKind } from '../../records/record-kind.js';
import { leadStatuses } from '../statuses/lead-statuses.js';

export const leadKind: RecordKind<Lead, 'leads'> = {
  topic: 'leads',
  path: '/admin/leads',
  drawer: true,
  icon: Inbox,
  sidebar: { group: 'people' },
  goKey: 'l',
  count: 'leads',
  one: 'lead',
  many: 'leads',
  title: 'Leads',
  nameOf: ({ name }) => name,
  paletteEntryOf: ({ name, email, company, status }) => ({
    detail: company ?? email,
    status: leadStatuses.find(({ value }) => value === status),
    texts: [name, email, company],
  }),
  list: leads.list,
  get: leads.get,
  remove: leads.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch leads',
    // A failed fetch is only logged (specification, section 8).
    toastsFetch: false,
    deleted: 'Lead deleted successfully',
    deleteFailed: 'Failed to delete lead',
  },
};
