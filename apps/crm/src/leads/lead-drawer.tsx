import type { Lead } from '@docfolio/contracts/lead';
import { ProblemError } from '@docfolio/contracts/problem';
import { recordId } from '@docfolio/contracts/text';
import { Button } from '@docfolio/ui/button';
import { Drawer } from '@docfolio/ui/drawer';
import { EmptyState } from '@docfolio/ui/empty-state';
import { ErrorState } from '@docfolio/ui/error-state';
import { Skeleton, useDelayed } from '@docfolio/ui/skeleton';
import { SearchX } from 'lucide-react';
import { LeadDrawerTools } from './lead-drawer-tools.js';
import { LeadFields } from './lead-fields.js';
import { useLead, type useLeadList } from './lead-queries.js';
import type { LeadActions } from './use-lead-actions.js';

interface LeadDrawerProps {
  /** From the address; undefined while no lead is open. */
  id: string | undefined;
  list: ReturnType<typeof useLeadList>;
  actions: LeadActions;
  onOpen: (lead: Lead) => void;
  onEdit: (id: string) => void;
  onClose: () => void;
}

/** One lead over the list, which keeps its place; the arrows go through the list in its order. */
export function LeadDrawer(props: LeadDrawerProps) {
  return props.id === undefined ? null : <OpenDrawer {...props} id={props.id} />;
}

function OpenDrawer({ id, list, actions, onOpen, onEdit, onClose }: LeadDrawerProps & { id: string }) {
  const { data: lead, error, isFetching, refetch } = useLead(id);
  const place = usePlaceInList(id, list, onOpen);
  const frame = { open: true, onOpenChange: (open: boolean) => !open && onClose(), ...place };
  const missing = !recordId.safeParse(id).success || (error instanceof ProblemError && error.code === 'not_found');
  if (missing) {
    return (
      <Drawer {...frame} title={<span className="sr-only">Lead not found</span>}>
        <EmptyState
          className="pt-16"
          icon={<SearchX size={20} strokeWidth={1.75} />}
          title="This lead is not here"
          detail="It was deleted, or the address is not complete."
          action={
            <Button size="sm" onClick={onClose}>
              Back to Leads
            </Button>
          }
        />
      </Drawer>
    );
  }
  if (!lead) {
    return (
      <Drawer {...frame} title={<span className="sr-only">{error ? 'Lead' : 'Loading lead'}</span>}>
        {error ? (
          <ErrorState
            className="pt-16"
            title="Failed to fetch lead"
            detail="The server did not answer. Nothing was changed."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <DrawerSkeleton />
        )}
      </Drawer>
    );
  }
  return (
    <Drawer
      {...frame}
      title={<span className="break-words">{lead.name}</span>}
      subtitle={lead.company && <span className="break-words">{lead.company}</span>}
      tools={<LeadDrawerTools lead={lead} actions={actions} onEdit={() => onEdit(lead.id)} onDeleted={onClose} />}
    >
      <LeadFields lead={lead} actions={actions} />
    </Drawer>
  );
}

/** Where the open lead stands in the list, and the ways to its neighbours; the next one may have to be loaded first. */
function usePlaceInList(id: string, list: LeadDrawerProps['list'], onOpen: (lead: Lead) => void) {
  const { rows, total, hasNextPage, fetchNextPage } = list;
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) return {};
  const previous = rows[at - 1];
  const next = rows[at + 1];
  const loadNext = async () => {
    const { data } = await fetchNextPage();
    const loaded = data?.pages.at(-1)?.items[0];
    if (loaded) onOpen(loaded);
  };
  return {
    position: `${(at + 1).toLocaleString('en-US')} / ${total}`,
    onPrevious: previous && (() => onOpen(previous)),
    onNext: next ? () => onOpen(next) : hasNextPage ? () => void loadNext() : undefined,
  };
}

const bars = ['w-24', 'w-48', 'w-32', 'w-20', 'w-44'];

function DrawerSkeleton() {
  const late = useDelayed(true);
  if (!late) return null;
  return (
    <div aria-hidden="true">
      <Skeleton className="h-4 w-40" />
      <div className="mt-8 flex flex-col gap-5.5">
        {bars.map((width, row) => (
          <div key={width} className="grid grid-cols-[8rem_1fr]" style={{ opacity: 1 - row * 0.17 }}>
            <Skeleton className="w-16" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
    </div>
  );
}
