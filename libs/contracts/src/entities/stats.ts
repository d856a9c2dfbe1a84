import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { operation, operations } from '../core/operation.js';
import { countNames } from '../generated/names.js';

const count = z.int().min(0);

function counts<const Names extends readonly string[]>(names: Names) {
  return z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<Names[number], typeof count>);
}

/** Dashboard figures: the `counts` of the leads service's entities, and its number of dead letters. */
export const peopleStats = counts([...countNames.leads, 'parked_submissions']);
export type PeopleStats = z.output<typeof peopleStats>;

export const contentStats = counts([...countNames.content, 'parked_submissions']);
export type ContentStats = z.output<typeof contentStats>;

export const mailStats = counts(countNames.notifications);
export type MailStats = z.output<typeof mailStats>;

const get = { method: 'GET', input: z.strictObject({}) } as const;

/** One operation per service, so that an outage affects only its own figures. */
export const stats = operations({
  people: operation({
    ...adminOf('leads'),
    ...get,
    path: '/admin/stats/people',
    output: peopleStats,
    summary: 'Count the records of the leads service.',
  }),
  content: operation({
    ...adminOf('content'),
    ...get,
    path: '/admin/stats/content',
    output: contentStats,
    summary: 'Count the records of the content service.',
  }),
  mails: operation({
    ...adminOf('notifications'),
    ...get,
    path: '/admin/stats/mails',
    output: mailStats,
    summary: 'Count failed emails.',
  }),
});
