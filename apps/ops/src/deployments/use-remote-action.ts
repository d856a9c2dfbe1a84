import { isSessionEnd, sessionEnded } from '@docfolio/admin/records/failure-toast';
import { ProblemError, problems } from '@docfolio/contracts/core/problem';
import { type ManagedRemote, managedRemote } from '@docfolio/contracts/entities/remote';
import { toast } from '@docfolio/ui/runtime';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adoptRemote, reloadDeployments } from './use-deployments.js';

export type ActionResult =
  | { kind: 'done'; remote: ManagedRemote }
  /** Another change came first; `current` is the remote as it is now. */
  | { kind: 'stale'; current: ManagedRemote }
  /** The platform refused the change, for a reason that it names. */
  | { kind: 'refused'; reason: string }
  /** The change failed, and a toast says so. */
  | { kind: 'failed' };

/** Returns `run`, which changes a remote, updates the cached list and explains a failure with `words` in a toast. */
export function useRemoteAction() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (change: () => Promise<ManagedRemote>, words: string): Promise<ActionResult> => {
    setBusy(true);
    try {
      const remote = await change();
      adoptRemote(client, remote);
      return { kind: 'done', remote };
    } catch (error) {
      return resultOf(error, words, client);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

function resultOf(error: unknown, words: string, client: QueryClient): ActionResult {
  const problem = error instanceof ProblemError ? error : undefined;
  const current = problem?.code === 'stale' ? managedRemote.safeParse(problem.current) : undefined;
  if (current?.success) {
    adoptRemote(client, current.data);
    return { kind: 'stale', current: current.data };
  }
  reloadDeployments(client);
  if (problem?.code === 'build_refused' || problem?.code === 'conflict')
    return { kind: 'refused', reason: problem.detail ?? problems[problem.code].title };
  console.error(words, error);
  toast({ title: 'Error', description: isSessionEnd(error) ? sessionEnded : words, variant: 'destructive' });
  return { kind: 'failed' };
}
