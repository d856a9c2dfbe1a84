import {
  type DefaultError,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';

/** Runs a query and logs its failure to the console as `message`, without a toast (specification, section 8). */
export function useLoggedQuery<Answer, Failure = DefaultError, Key extends QueryKey = QueryKey>(
  message: string,
  options: UseQueryOptions<Answer, Failure, Answer, Key>,
): UseQueryResult<Answer, Failure> {
  const query = useQuery(options);
  useEffect(() => {
    if (query.error) console.error(message, query.error);
  }, [message, query.error]);
  return query;
}
