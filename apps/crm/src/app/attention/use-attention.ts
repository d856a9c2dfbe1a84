import { infiniteListOf } from '@docfolio/api-client/query';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import { mails } from '@docfolio/contracts/mail';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { knownDownTo, mergeParked } from './merge-parked.js';

/** Logs why something could not be loaded, once. */
function useLoggedFailure(what: string, error: unknown): void {
  useEffect(() => {
    if (error) console.error(`Loading ${what} failed`, error);
  }, [what, error]);
}

/** The mails that were given up, newest first. */
export function useFailedMails() {
  // What somebody has just been told of has to be here.
  const list = useInfiniteQuery({ ...infiniteListOf(mails.listFailed, {}), staleTime: 0 });
  const { data, error } = list;
  useLoggedFailure('the mails that could not be sent', error);
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return { list, rows, total: data?.pages.at(-1)?.total ?? 0 };
}

/** The operations of one service's parked submissions. */
export type ParkedOperations = typeof peopleDeadLetters | typeof contentDeadLetters;

function useParkedPart(of: ParkedOperations, words: string) {
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

export type ParkedPartList = ReturnType<typeof useParkedPart>;

/** The parked submissions of both services as one list; what one of them cannot answer leaves the other's alone. */
export function useParkedSubmissions() {
  const people = useParkedPart(peopleDeadLetters, 'enquiries and subscriptions');
  const content = useParkedPart(contentDeadLetters, 'comments');
  const parts = [people, content];
  const read = parts.filter(({ list }) => list.data);
  const incomplete = read.filter(({ complete }) => !complete);
  return {
    parts,
    rows: mergeParked(read),
    total: parts.reduce((sum, { total }) => sum + total, 0),
    /** The part that holds the others up. */
    next: incomplete.sort((one, other) => (knownDownTo(one) < knownDownTo(other) ? 1 : -1))[0]?.list,
  };
}
