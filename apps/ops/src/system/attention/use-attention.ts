import { mergeParts, useListPart } from '@docfolio/admin/records/list-parts';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { mails } from '@docfolio/contracts/entities/mail';

export function useFailedMails() {
  const { list, rows, newest } = useListPart(mails.listFailed, 'the mails that could not be sent');
  return { list, rows, total: newest?.total ?? 0 };
}

export type DeadLetterOperations = typeof peopleDeadLetters | typeof contentDeadLetters;

function useDeadLetterPart(of: DeadLetterOperations, words: string) {
  return { of, words, ...useListPart(of.list, words) };
}

export type DeadLetterPartList = ReturnType<typeof useDeadLetterPart>;

/** Returns the dead letters (refused submissions) of both services as one list. If one fails, the other's are shown. */
export function useDeadLetters() {
  const people = useDeadLetterPart(peopleDeadLetters, 'contact forms and subscriptions');
  const content = useDeadLetterPart(contentDeadLetters, 'comments');
  const parts = [people, content];
  const loaded = parts.filter(({ list }) => list.data);
  const { rows, next } = mergeParts(loaded, ({ at }) => at);
  const total = parts.reduce((sum, { newest }) => sum + (newest?.total ?? 0), 0);
  return { parts, rows, total, next: next?.list };
}
