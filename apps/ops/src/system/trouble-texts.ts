import type { System, SystemTrouble } from '@docfolio/contracts/entities/system';
import { dependencies, down, parts, stores, unsafeMemory, unsafeMemoryTexts } from './outage-texts.js';
import { isMailQueue, queueText } from './queue-texts.js';
import { clockText, countText, minuteMs, sizeText, spanText } from './system-texts.js';

/** A trouble in words for the owner: what is wrong, what happens next, and what can be done. */
export interface TroubleText {
  /** The sentence about what is wrong, without a full stop: the time since when may follow. */
  title: string;
  since: string | null;
  /** Sentences about what happens next. */
  next: string;
  /** The number of what waits, and when the next attempt is due. Empty if nothing is known. */
  outlook: string;
  /** `danger`: something does not work or is lost. `warning`: nothing is lost. */
  tone: 'warning' | 'danger';
  /** The queues whose retries the owner can start now. */
  queues?: readonly string[];
  /** Whether the remedy is a new backup. */
  backup?: boolean;
}

type Wording = Pick<TroubleText, 'title' | 'next' | 'tone'> & Pick<Partial<TroubleText>, 'queues' | 'backup'>;
interface Context {
  trouble: SystemTrouble;
  system: System;
  now: number;
}

/** Time in ms after which a process that restarts by itself should be back. */
const restartLimit = 5 * minuteMs;

const wordings: Readonly<Record<SystemTrouble['code'], (context: Context) => Wording>> = {
  process_down: ({ trouble: { subject, since }, now }) => {
    const { title, effect } = down[subject] ?? { title: `${subject} does not run`, effect: '' };
    const isLate = since !== null && now - Date.parse(since) > restartLimit;
    const next = isLate
      ? 'It has not come back by itself: ask the person who runs the server.'
      : 'It restarts by itself, usually within a minute.';
    return { title, next: `${effect} ${next}`.trim(), tone: 'danger' };
  },
  redis_unsafe: ({ trouble: { subject } }) => {
    const { title, next } = unsafeMemoryTexts[subject] ?? unsafeMemory;
    return { title, next: `${next} ${askServer}`, tone: 'danger' };
  },
  process_degraded: ({ trouble: { subject, detail } }) => {
    const missing = detail.split(', ').flatMap((name) => (name ? [dependencies[name] ?? name] : []));
    const part = parts[subject] ?? `${subject} works`;
    const reason = missing.length === 0 ? '' : `: no response from ${new Intl.ListFormat('en-US').format(missing)}`;
    return {
      title: `${part} only partly${reason}`,
      // A process that lacks nothing takes long to start.
      next: reason
        ? 'It reconnects by itself. What was accepted is not lost.'
        : 'It is still starting. What was accepted is not lost.',
      tone: 'warning',
    };
  },
  build_unserved: ({ trouble: { subject, detail } }) => ({
    title: `The deployed build of ${subject} cannot be served`,
    next: `Visitors get the build before it; if there is none, its pages say that they are unavailable. ${detail}.`,
    tone: 'warning',
  }),
  mail_waiting: ({ trouble: { subject, detail }, system }) => ({
    title: `Emails are waiting: ${waitingReason(detail)}`,
    next: 'Nothing is lost; they are sent when it accepts them.',
    tone: 'warning',
    queues: mailQueues(subject, system),
  }),
  queue_waiting: ({ trouble: { subject, detail } }) => ({
    title: `${queueText(subject).work} are late`,
    next: `Nothing is lost; they follow as soon as possible.${detail ? ` Last error: ${detail}.` : ''}`,
    tone: 'warning',
    queues: [subject],
  }),
  outbox_waiting: () => ({
    title: 'Changes are saved, but what follows from them is late',
    next: 'Emails and updates of other pages follow by themselves; nothing is lost.',
    tone: 'warning',
  }),
  storage_full: ({ trouble: { subject }, system }) => {
    const store = system.storage.find(({ name }) => name === subject);
    const { name, next } = stores[subject] ?? { name: subject, next: 'Nothing can be stored once it is full.' };
    const used = store?.limit ? `: ${sizeText(store.used)} of ${sizeText(store.limit)} are used` : '';
    return { title: `${name} is almost full${used}`, next, tone: 'warning' };
  },
  backup_failed: ({ trouble: { detail }, system }) => ({
    title: 'The last backup failed',
    next: `Earlier backups are unchanged. ${detail && `Reason: ${detail}. `}${remedy(system)}`.trim(),
    tone: 'warning',
    backup: true,
  }),
  backup_missing: ({ system }) =>
    system.backups.last
      ? {
          title: 'All backups are on the same disk as the data',
          next: 'A broken disk would take both. Store them elsewhere, too: the guide for operations says how.',
          tone: 'warning',
        }
      : {
          title: 'There is no backup yet',
          next: `Everything would be lost with the server. ${remedy(system)}`,
          tone: 'warning',
          backup: true,
        },
  backup_old: ({ system, now }) => ({
    title: system.backups.last
      ? `The last backup is ${spanText(now - Date.parse(system.backups.last.at))} old`
      : 'There is no backup yet',
    next: `Newer changes would be lost with the server. ${remedy(system)}`.trim(),
    tone: 'warning',
    backup: true,
  }),
};

const askServer = 'Ask the person who runs the server: the guide for operations says what to do.';

const remedy = ({ backups }: System) => (backups.on_request ? 'Make one now.' : 'Make one by its command.');

/** Returns the queues with waiting emails, that of the trouble first. */
function mailQueues(subject: string, { queues }: System): string[] {
  const waiting = queues.filter(({ name, delayed, failed }) => isMailQueue(name) && delayed + failed > 0);
  const first = queues.some(({ name }) => name === subject) ? subject : (waiting[0]?.name ?? 'send-mail');
  return [...new Set([first, ...waiting.map(({ name }) => name)])];
}

/** Returns why emails wait, from what the mail server or the network said last (RFC 4954, section 6, for sign-in). */
function waitingReason(detail: string): string {
  if (/\b53[0458]\b|EAUTH/.test(detail)) return 'the mail server refuses the sign-in';
  if (/\bE(CONN|TIMEDOUT|SOCKET|NOTFOUND|DNS|AI_|HOST|NET|PIPE)|time(d )?out/i.test(detail))
    return 'the mail server does not respond';
  if (/hourly limit/i.test(detail)) return 'the hourly limit is reached';
  return 'the mail server does not accept them';
}

const waitingNouns: Partial<Record<SystemTrouble['code'], string>> = {
  process_down: 'job',
  mail_waiting: 'email',
  queue_waiting: 'job',
  outbox_waiting: 'change',
};

function outlookOf({ trouble: { code, waiting, next_at }, now }: Context): string {
  const noun = waitingNouns[code];
  const waits = noun && waiting > 0 ? `${countText(waiting, noun)} ${waiting === 1 ? 'waits' : 'wait'}` : '';
  const next =
    next_at === null ? '' : `next ${code.startsWith('backup') ? 'one' : 'try'} at ${clockText(next_at, now)}`;
  const text = [waits, next].filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Troubles whose titles do not say how long they have lasted. */
const hasSince = (code: SystemTrouble['code']) => !code.startsWith('backup') && code !== 'storage_full';

/** Troubles whose texts do not name what they are about: several of them are one to the owner. */
const general: readonly SystemTrouble['code'][] = ['mail_waiting', 'outbox_waiting'];

/** Returns troubles, worst first, with those of the same text combined: emails may wait in several queues. */
export function combinedTroubles(troubles: readonly SystemTrouble[]): SystemTrouble[] {
  const combined: SystemTrouble[] = [];
  for (const trouble of troubles) {
    const at = general.includes(trouble.code) ? combined.findIndex(({ code }) => code === trouble.code) : -1;
    const before = combined[at];
    if (before)
      combined[at] = {
        ...before,
        detail: before.detail || trouble.detail,
        since: earlier(before.since, trouble.since),
        waiting: before.waiting + trouble.waiting,
        next_at: earlier(before.next_at, trouble.next_at),
      };
    else combined.push(trouble);
  }
  return combined;
}

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one;

/** Of a trouble that only a newer version of the gateway knows. */
const newWording = ({ trouble: { code, subject } }: Context): Wording => ({
  title: `Something is wrong: ${`${code} ${subject}`.replaceAll('_', ' ').trim()}`,
  next: 'Reload the page to see more.',
  tone: 'warning',
});

/** Returns a trouble in words for the owner. @param now the server's time in ms */
export function troubleText(trouble: SystemTrouble, system: System, now: number): TroubleText {
  const context = { trouble, system, now };
  return {
    ...(wordings[trouble.code] ?? newWording)(context),
    since: trouble.since !== null && hasSince(trouble.code) ? clockText(trouble.since, now) : null,
    outlook: outlookOf(context),
  };
}
