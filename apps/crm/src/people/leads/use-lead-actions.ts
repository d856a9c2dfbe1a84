import { type Lead, type LeadStatus, leads } from '@docfolio/contracts/lead';
import { useQueryClient } from '@tanstack/react-query';
import { reloadLists, reloadStats, removeFromLists } from '../../records/record-cache.js';
import { useRecordActions, useRecordPatch } from '../../records/use-record-actions.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { leadKind } from './lead-kind.js';

export interface LeadActions {
  savingStatus: ReadonlySet<string>;
  setStatus: (lead: Lead, status: LeadStatus) => void;
  setSpam: (lead: Lead, isSpam: boolean) => void;
  busy: ReadonlySet<string>;
  /** Deletes a lead, with Undo in the toast; `onDeleted` runs after success. */
  remove: (lead: Lead, onDeleted?: () => void) => void;
}

/** @param offerConversion gets the id of a lead that was set to `converted` and has neither client nor project */
export function useLeadActions(offerConversion: (id: string) => void): LeadActions {
  const client = useQueryClient();
  const { busy: removing, remove } = useRecordActions(leadKind);
  const status = useRecordPatch(leadKind, leads.patch);
  const spam = useRecordPatch(leadKind, leads.patch);
  return {
    savingStatus: status.busy,
    busy: new Set([...removing, ...spam.busy]),
    remove,
    // A failure is only logged, because the row still shows the old status (specification, section 8).
    setStatus: useStableHandler((lead: Lead, next: LeadStatus) =>
      status.patch(lead, { status: next }, {}, (saved) => {
        void reloadStats(client);
        if (next === 'converted' && !saved.client_id && !saved.project_id) offerConversion(saved.id);
      }),
    ),
    setSpam: useStableHandler((lead: Lead, isSpam: boolean) =>
      spam.patch(
        lead,
        { is_spam: isSpam },
        {
          done: isSpam ? 'Lead marked as spam' : 'Lead moved back to the list',
          failed: 'Failed to update lead',
        },
        () => {
          removeFromLists(client, leadKind, lead.id);
          void reloadLists(client, leadKind);
        },
      ),
    ),
  };
}
