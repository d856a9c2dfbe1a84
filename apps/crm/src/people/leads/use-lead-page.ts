import { leadStatuses } from '@docfolio/admin/kinds/lead-statuses';
import { listFilter, optionsOf, statusOptions } from '@docfolio/admin/records/list-filters';
import { reloadLists, reloadStats, removeFromLists } from '@docfolio/admin/records/record-cache';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { type Lead, leadSorts, leadSources } from '@docfolio/contracts/entities/lead';
import { useQueryClient } from '@tanstack/react-query';
import { leadKind } from './lead-kind.js';

const filters = [
  listFilter('status', 'statuses', statusOptions(leadStatuses)),
  listFilter('source', 'sources', optionsOf(leadSources)),
];
const parameters = { spam: ['only'] };

/** Returns the leads page's state. @param offerConversion gets the id of an unlinked lead set to `converted` */
export function useLeadPage(offerConversion: (id: string) => void) {
  const client = useQueryClient();
  const page = useRecordPage(leadKind, { sorts: leadSorts, filters, parameters });
  return {
    ...page,
    // A failure is only logged: the row still shows the old status (specification, section 8).
    setStatus: useStableHandler((lead: Lead, status: string) =>
      page.patchStatus(lead, { status: status as Lead['status'] }, {}, (saved) => {
        void reloadStats(client);
        if (status === 'converted' && !saved.client_id && !saved.project_id) offerConversion(saved.id);
      }),
    ),
    setSpam: useStableHandler((lead: Lead, isSpam: boolean) => {
      const done = isSpam ? 'Lead marked as spam' : 'Lead moved back to the list';
      page.patch(lead, { is_spam: isSpam }, { done, failed: 'Failed to update lead' }, () => {
        removeFromLists(client, leadKind, lead.id);
        void reloadLists(client, leadKind);
      });
    }),
  };
}

export type LeadPage = ReturnType<typeof useLeadPage>;
