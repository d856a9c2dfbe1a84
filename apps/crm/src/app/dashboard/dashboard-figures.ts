import { queryOf } from '@docfolio/api-client/query';
import { type ContentStats, type MailStats, type PeopleStats, stats } from '@docfolio/contracts/entities/stats';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** One service's figures. `failed`: loading failed and no earlier figures are cached. */
export interface Figures<Stats> {
  stats: Stats | undefined;
  failed: boolean;
  retrying: boolean;
  retry: () => void;
}

function figuresOf<Stats>({ data, isError, isFetching, refetch }: UseQueryResult<Stats>): Figures<Stats> {
  return { stats: data, failed: isError && data === undefined, retrying: isFetching, retry: () => void refetch() };
}

export interface DashboardFigures {
  people: Figures<PeopleStats>;
  content: Figures<ContentStats>;
  mails: Figures<MailStats>;
}

/** Loads the dashboard's figures, one request per service. Failures are only logged (specification, section 8). */
export function useDashboardFigures(): DashboardFigures {
  const people = useQuery(queryOf(stats.people, {}));
  const content = useQuery(queryOf(stats.content, {}));
  const mails = useQuery(queryOf(stats.mails, {}));
  const error = people.error ?? content.error ?? mails.error;
  useEffect(() => {
    if (error) console.error('Loading the dashboard failed', error);
  }, [error]);
  return { people: figuresOf(people), content: figuresOf(content), mails: figuresOf(mails) };
}
