import { type Lead, leads } from '@docfolio/contracts/lead';
import { peopleTrash } from '@docfolio/contracts/trash';
import type { RecordKind } from '../../records/record-kind.js';

export const leadKind: RecordKind<Lead> = {
  topic: 'leads',
  path: '/admin/leads',
  one: 'lead',
  many: 'leads',
  title: 'Leads',
  nameOf: ({ name }) => name,
  list: leads.list,
  get: leads.get,
  remove: leads.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch leads',
    // Only logged (specification, section 8).
    toastsFetch: false,
    deleted: 'Lead deleted successfully',
    deleteFailed: 'Failed to delete lead',
  },
};
