import { leadStatuses } from '@docfolio/admin/kinds/lead-statuses';
import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type Lead, leads } from '@docfolio/contracts/entities/lead';

export const leadKind: RecordKind<Lead, 'leads'> = recordKind({
  ...leads,
  topic: 'leads',
  nameOf: ({ name }) => name,
  paletteEntryOf: ({ name, email, company, status }) => ({
    detail: company ?? email,
    status: leadStatuses.find(({ value }) => value === status),
    texts: [name, email, company],
  }),
  // A failed fetch is only logged (specification, section 8).
  words: { toastsFetch: false },
});
