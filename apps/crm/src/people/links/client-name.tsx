import { useRecord } from '@docfolio/admin/records/use-record-list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { clients } from '@docfolio/contracts/entities/client';

/** Returns a client's name, or a fallback if the client cannot be loaded; undefined while it loads. */
export function useClientName(id: string): string | undefined {
  const { data, error } = useRecord(clients, id);
  if (data) return data.name;
  if (error instanceof ProblemError && error.code === 'not_found') return 'Deleted client';
  return error ? 'Unknown client' : undefined;
}

export function ClientName({ id }: { id: string }) {
  return <>{useClientName(id) ?? 'Client'}</>;
}
