import { useOperation } from '@docfolio/api-client/query';
import { type Lead, type LeadStatus, leads } from '@docfolio/contracts/lead';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useStableHandler } from '../use-stable-handler.js';
import { reloadLists, removeFromLists, replaceLead } from './lead-cache.js';

/** Ids whose act is under way. */
function useBusyIds() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const during = useCallback(async (id: string, work: () => Promise<void>) => {
    setBusy((before) => new Set(before).add(id));
    try {
      await work();
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)));
    }
  }, []);
  return { busy, during };
}

export interface LeadActions {
  /** Leads whose status is being saved. */
  savingStatus: ReadonlySet<string>;
  setStatus: (lead: Lead, status: LeadStatus) => void;
  setSpam: (lead: Lead, isSpam: boolean) => void;
  /** Leads that are being deleted or marked. */
  busy: ReadonlySet<string>;
  /** `onDeleted` runs once the lead is gone. */
  remove: (lead: Lead, onDeleted?: () => void) => void;
}

/** What can be done with a lead wherever it is shown. */
export function useLeadActions(): LeadActions {
  const client = useQueryClient();
  const { mutateAsync: patch } = useOperation(leads.patch);
  const { mutateAsync: erase } = useOperation(leads.delete);
  const status = useBusyIds();
  const others = useBusyIds();

  return {
    savingStatus: status.busy,
    busy: others.busy,
    setStatus: useStableHandler(
      (lead: Lead, next: LeadStatus) =>
        void status.during(lead.id, async () => {
          try {
            replaceLead(client, await patch({ id: lead.id, status: next }));
          } catch (error) {
            // Only logged (specification, section 8): the row shows that it kept its status.
            console.error('Saving the status of a lead failed', error);
          }
        }),
    ),
    setSpam: useStableHandler(
      (lead: Lead, isSpam: boolean) =>
        void others.during(lead.id, async () => {
          try {
            const saved = await patch({ id: lead.id, is_spam: isSpam });
            removeFromLists(client, lead.id);
            replaceLead(client, saved);
            await reloadLists(client);
            toast({
              title: 'Success',
              description: isSpam ? 'Lead marked as spam' : 'Lead moved back to the list',
            });
          } catch (error) {
            console.error('Marking a lead failed', error);
            toast({ title: 'Error', description: 'Failed to update lead', variant: 'destructive' });
          }
        }),
    ),
    remove: useStableHandler(
      (lead: Lead, onDeleted?: () => void) =>
        void others.during(lead.id, async () => {
          try {
            await erase({ id: lead.id });
            onDeleted?.();
            removeFromLists(client, lead.id);
            toast({ title: 'Success', description: 'Lead deleted successfully' });
            await reloadLists(client);
          } catch (error) {
            console.error('Deleting a lead failed', error);
            toast({ title: 'Error', description: 'Failed to delete lead', variant: 'destructive' });
          }
        }),
    ),
  };
}
