import { RecordLink } from '@docfolio/admin/records/record-link';
import { queryOf } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import { useQuery } from '@tanstack/react-query';

/** A link to a lead with its name; text without a link if the lead was deleted. */
export function LeadLink({ id }: { id: string }) {
  const { data, error } = useQuery(queryOf(leads.get, { id }));
  if (error instanceof ProblemError && error.code === 'not_found')
    return <span className="text-muted">Deleted lead</span>;
  if (data || error) return <RecordLink to={`/admin/leads/${id}`}>{data?.name ?? 'Open lead'}</RecordLink>;
  return <Skeleton className="my-1 h-2.5 w-32" />;
}
