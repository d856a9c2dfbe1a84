import {
  type DefaultError,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';

/** A query whose failure is written to the console as `words` (specification, section 8): the page goes on without it. */
export function useLoggedQuery<Answer, Failure = DefaultError, Key extends QueryKey = QueryKey>(
  words: string,
  options: UseQueryOptions<Answer, Failure, Answer, Key>,
): UseQueryResult<Answer, Failure> {
  const query = useQuery(options);
  useEffect(() => {
    if (query.error) console.error(words, query.error);
  }, [words, query.error]);
  return query;
}
