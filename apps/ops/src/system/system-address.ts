import { addressNow } from '@docfolio/admin/records/address-now';
import { type JobSummary, jobStates } from '@docfolio/contracts/entities/system';
import { useLocation, useNavigate } from '@docfolio/federation/router';
import { useMemo } from 'react';

type JobState = JobSummary['state'];

/** What the drawer shows: the jobs of a queue or one of them, a failed email, or a refused submission. */
export type Opened =
  | { queue: string; state?: JobState | undefined; job?: string | undefined }
  | { mail: string }
  | { submission: string };

export const systemPath = '/admin/system';

/** Returns the address of the System page with an open drawer, or without one. */
export function addressOf(opened: Opened | null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(opened ?? {})) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? systemPath : `${systemPath}?${query}`;
}

function openedIn(search: string): Opened | null {
  const query = new URLSearchParams(search);
  const [queue, mail, submission] = ['queue', 'mail', 'submission'].map((name) => query.get(name));
  if (queue)
    return {
      queue,
      state: jobStates.find((state) => state === query.get('state')),
      job: query.get('job') ?? undefined,
    };
  if (mail) return { mail };
  return submission ? { submission } : null;
}

/** Returns what the address opens, and functions that open and close. While something is open they replace the entry. */
export function useOpened() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const opened = useMemo(() => openedIn(search), [search]);
  return {
    opened,
    open: (next: Opened) => navigate(addressOf(next), { replace: openedIn(addressNow().search) !== null }),
    close: () => navigate(systemPath),
  };
}

export type Opening = ReturnType<typeof useOpened>;
