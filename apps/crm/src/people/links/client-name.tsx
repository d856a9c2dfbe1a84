import { clients } from '@docfolio/contracts/client';
import { ProblemError } from '@docfolio/contracts/problem';
import { useRecord } from '../../records/use-record-list.js';

/** A client's name by their id: undefined while it is asked for. */
export function useClientName(id: string): string | undefined {
  const { data, error } = useRecord(clients, id);
  if (data) return data.name;
  if (error instanceof ProblemError && error.code === 'not_found') return 'Deleted client';
  return error ? 'Unknown client' : undefined;
}

/** A client by their id, as a name. */
export function ClientName({ id }: { id: string }) {
  return <>{useClientName(id) ?? 'Client'}</>;
}
