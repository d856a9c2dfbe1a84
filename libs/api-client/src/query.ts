import { onAuthEvent } from '@docfolio/api-client/session';
import type { List } from '@docfolio/contracts/list';
import { type CallInput, type Operation, type OutputOf, operationKey } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { FormAttempts } from './attempt.js';
import { call } from './call.js';

/** Tries after the first that a query makes when its service can't be reached. */
const maxRetries = 2;
/** Milliseconds that a query waits for its next try at most, whatever Retry-After says: somebody is looking on. */
const longestWait = 10_000;

/**
 * A query of one operation, for `useQuery(queryOf(leads.list, input))` and `queryClient.prefetchQuery(...)`. Every
 * query of an operation has a key that begins with `queryKeyOf(operation)`.
 */
export function queryOf<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions<OutputOf<O>, ProblemError>({
    queryKey: [...queryKeyOf(operation), input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
    meta: { access: operation.access },
  });
}

/** What to hand to `invalidateQueries`: each query of the operation, whatever its input. */
export function queryKeyOf(operation: Operation): [string] {
  return [operationKey(operation)];
}

type ListOperation = Operation<z.ZodType, z.ZodType<List<unknown>>>;

/** A list that grows by its `after` cursor, for `useInfiniteQuery`. `pages[0].total` is the list's total. */
export function infiniteListOf<O extends ListOperation>(operation: O, input: Omit<CallInput<O>, 'after'>) {
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(operation), 'pages', input],
    queryFn: ({ pageParam, signal }): Promise<OutputOf<O>> =>
      call(operation, { ...input, after: pageParam } as CallInput<O>, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OutputOf<O>) => (last as List<unknown>).next ?? undefined,
    meta: { access: operation.access },
  });
}

export interface UseOperationOptions<O extends Operation>
  extends Omit<UseMutationOptions<OutputOf<O>, ProblemError, CallInput<O>>, 'mutationFn'> {
  /** A key of sessionStorage: an attempt that failed keeps its Idempotency-Key over a reload (see FormAttempts). */
  rememberAs?: string;
}

/**
 * A mutation of one operation. For one that makes a record it keeps the Idempotency-Key while the same input is sent
 * again, until it has succeeded: a double click, or Send once more after the network dropped, makes one record.
 */
export function useOperation<O extends Operation>(
  operation: O,
  options: UseOperationOptions<O> = {},
): UseMutationResult<OutputOf<O>, ProblemError, CallInput<O>> {
  const attempts = useRef<FormAttempts | null>(null);
  const { rememberAs, ...mutation } = options;
  attempts.current ??= new FormAttempts(rememberAs);
  const { current } = attempts;
  return useMutation({
    ...mutation,
    mutationFn: (input) =>
      operation.creates
        ? current.run(input, (idempotencyKey) => call(operation, input, { idempotencyKey }))
        : call(operation, input),
  });
}

/**
 * The page's query client. Queries are tried again only where another try can help, never because a record is missing
 * or refused. Nothing waits for `navigator.onLine`, which is false beside a server on the same machine or network.
 * What only a signed-in user may see is forgotten on sign-out.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < maxRetries && isTrouble(error),
        retryDelay: (failures, error) => Math.min(longestWait, Math.max(500 * 2 ** failures, retryAfterOf(error))),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  if (typeof window !== 'undefined')
    onAuthEvent((event) => {
      if (event === 'SIGNED_OUT') client.removeQueries({ predicate: ({ meta }) => meta?.access !== 'public' });
    });
  return client;
}

function isTrouble(error: Error): boolean {
  return error instanceof ProblemError && error.status === 503;
}

function retryAfterOf(error: Error): number {
  return error instanceof ProblemError ? (error.retryAfter ?? 0) * 1_000 : 0;
}
