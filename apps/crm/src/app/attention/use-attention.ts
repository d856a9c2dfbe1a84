import { infiniteListOf } from '@docfolio/api-client/query';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import { mails } from '@docfolio/contracts/mail';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { loadedDownTo, mergeDeadLetters } from './merge-dead-letters.js';

function useLoggedFailure(what: string, error: unknown): void {
  useEffect(() => {
    if (error) console.error(`Loading ${what} failed`, error);
  }, [what, error]);
}

export function useFailedMails() {
  // A cached list would miss the problem that a notification has just brought the user here for.
  const list = useInfiniteQuery({ ...infiniteListOf(mails.listFailed, {}), staleTime: 0 });
  const { data, error } = list;
  useLoggedFailure('the mails that could not be sent', error);
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return { list, rows, total: data?.pages.at(-1)?.total ?? 0 };
}

export type DeadLetterOperations = typeof peopleDeadLetters | typeof contentDeadLetters;

function useDeadLetterPart(of: DeadLetterOperations, words: string) {
  const list = useInfiniteQuery({ ...infiniteListOf(of.list, {}), staleTime: 0 });
  const { data, error } = list;
  useLoggedFailure(words, error);
  return {
    of,
    words,
    list,
    rows: useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    complete: !list.hasNextPage,
    total: data?.pages.at(-1)?.total ?? 0,
  };
}

export type DeadLetterPartList = ReturnType<typeof useDeadLetterPart>;

/** Returns the dead letters (refused submissions) of both services as one list, also if one of them fails. */
export function useDeadLetters() {
  const people = useDeadLetterPart(peopleDeadLetters, 'contact forms and subscriptions');
  const content = useDeadLetterPart(contentDeadLetters, 'comments');
  const parts = [people, content];
  const read = parts.filter(({ list }) => list.data);
  const incomplete = read.filter(({ complete }) => !complete);
  return {
    parts,
    rows: mergeDeadLetters(read),
    total: parts.reduce((sum, { total }) => sum + total, 0),
    /** The query to load the next page of; undefined when both lists are complete. */
    next: incomplete.sort((one, other) => (loadedDownTo(one) < loadedDownTo(other) ? 1 : -1))[0]?.list,
  };
}
