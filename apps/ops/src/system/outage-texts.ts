import type { redisFlaws, SystemProcess, SystemStorage } from '@docfolio/contracts/entities/system';

type ProcessName = SystemProcess['name'];

interface Danger {
  title: string;
  /** The sentence about what follows from it. */
  next: string;
}

interface Outage {
  title: string;
  effect: string;
}

/**
 * Words for what does not work while a process is down or a store cannot be read, and what happens in the meantime. A process
 * without words is named.
 */
export const down: Readonly<Record<string, Outage>> = {
  web: { title: 'The website does not open', effect: 'Visitors see an error.' },
  gateway: {
    title: 'Forms, sign-in and the CRM do not work',
    effect: 'Visitors still see pages that need no new data.',
  },
  leads: {
    title: 'Leads, clients, projects and inquiries do not open',
    effect: 'What visitors send is accepted and appears here later.',
  },
  content: {
    title: 'Blog posts, comments, bookmarks and testimonials do not open',
    effect: 'Comments of visitors are accepted and appear here later.',
  },
  media: { title: 'Images cannot be uploaded, and some do not load', effect: 'Everything else works.' },
  notifications: { title: 'No emails are sent', effect: 'They wait, and are sent later.' },
  // Stores that cannot be read.
  redis: {
    title: 'Forms cannot be sent, and changes do not reach other pages',
    effect: 'The memory for waiting work does not respond. Visitors still see pages.',
  },
  database: { title: 'Nothing can be opened or changed', effect: 'The database does not respond.' },
  images: {
    title: 'Images cannot be uploaded, and some do not load',
    effect: 'The store for images does not respond.',
  },
} satisfies Partial<Record<ProcessName | SystemStorage['name'], Outage>>;

/** The part of site or CRM that a process is responsible for, as the beginning of a sentence. */
export const parts: Readonly<Record<string, string>> = {
  web: 'The website works',
  gateway: 'Forms, sign-in and the CRM work',
  leads: 'Leads, clients, projects and inquiries work',
  content: 'Blog, bookmarks and testimonials work',
  media: 'Images work',
  notifications: 'Emails work',
} satisfies Partial<Record<ProcessName, string>>;

/** Names of what a process may lack. */
export const dependencies: Readonly<Record<string, string>> = {
  mongodb: 'the database',
  redis: 'the memory for waiting work',
  objects: 'the store for images',
  smtp: 'the mail server',
};

/** Names of the stores, and what happens once one is full. */
export const stores: Readonly<Record<string, { name: string; next: string }>> = {
  database: {
    name: 'The space for records',
    next: 'Once it is full, changes and forms are refused. Ask for a larger disk.',
  },
  images: {
    name: 'The space for images',
    next: 'Once it is full, uploads fail. Delete images or ask for a larger disk.',
  },
  redis: { name: 'The memory for waiting work', next: 'Once it is full, forms and emails are refused. Ask for more.' },
};

export const unsafeMemory: Danger = {
  title: 'The memory for waiting work may lose what it has accepted',
  next: 'Forms and emails are in danger.',
};

/** By what is wrong with it. */
export const unsafeMemoryTexts: Readonly<Record<string, Danger>> = {
  read_only: {
    title: 'The memory for waiting work is a copy that cannot be changed',
    next: 'Forms are refused until the original is used.',
  },
  evicts: {
    title: 'Forms and emails are lost once the memory for waiting work is full',
    next: 'It is set to make room by removing them.',
  },
  not_stored: {
    title: 'Forms and emails that wait are lost if the memory for waiting work restarts',
    next: 'It is set to write nothing to its disk.',
  },
  too_old: { title: 'The memory for waiting work is too old', next: 'Parts of the site may not work.' },
  unchecked: {
    title: 'It cannot be checked whether forms and emails that wait are on a disk',
    next: 'If they are not, they are lost when their memory restarts.',
  },
} satisfies Readonly<Record<(typeof redisFlaws)[number], Danger>>;
