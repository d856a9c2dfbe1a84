import type { List } from '@docfolio/contracts/core/list';
import { type CallInput, type Operation, type OutputOf, operationKey } from '@docfolio/contracts/core/operation';
import type { ProblemError } from '@docfolio/contracts/core/problem';
import {
  infiniteQueryOptions,
  queryOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { FormAttempts } from './attempt.js';
import { call } from './call.js';
import { transportOf } from './query-client.js';

export { createQueryClient } from './query-client.js';

/** Returns `useQuery` options that call `operation` with `input`. The query key begins with `queryKeyOf(operation)`. */
export function queryOf<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions<OutputOf<O>, ProblemError>({
    queryKey: [...queryKeyOf(operation), input],
    queryFn: ({ signal, client }) => call(operation, input, { ...transportOf(client), signal }),
    meta: { access: operation.access },
  });
}

/** Returns the prefix of the query keys of all calls of an operation, for `invalidateQueries`. */
export function queryKeyOf(operation: Operation): [string] {
  return [operationKey(operation)];
}

type ListOperation = Operation<z.ZodType, z.ZodType<List<unknown>>>;

/** Returns `useInfiniteQuery` options for an admin list: each page is fetched with the cursor of the one before. */
export function infiniteListOf<O extends ListOperation>(operation: O, input: Omit<CallInput<O>, 'after'>) {
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(operation), 'pages', input],
    queryFn: ({ pageParam, signal, client }): Promise<OutputOf<O>> =>
      call(operation, { ...input, after: pageParam } as CallInput<O>, { ...transportOf(client), signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OutputOf<O>) => (last as List<unknown>).next ?? undefined,
    meta: { access: operation.access },
  });
}

export interface UseOperationOptions<O extends Operation>
  extends Omit<UseMutationOptions<OutputOf<O>, ProblemError, CallInput<O>>, 'mutationFn'> {
  /** sessionStorage key under which a failed attempt's Idempotency-Key survives a reload. */
  rememberAs?: string;
}

/** Returns a mutation that calls `operation`. Retries with the same input are idempotent until one succeeds. */
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
