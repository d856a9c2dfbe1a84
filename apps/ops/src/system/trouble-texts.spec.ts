import { redisFlaws, type SystemTrouble, troubleCodes } from '@docfolio/contracts/entities/system';
import { backupsWith, queueNamed, systemWith } from '../../test/system-gateway.js';
import { unsafeMemory } from './outage-texts.js';
import { combinedTroubles, troubleText } from './trouble-texts.js';

const now = new Date(2026, 10, 22, 15, 4).getTime();
const at = (hour: number, minute: number) => new Date(2026, 10, 22, hour, minute).toISOString();
const trouble = (code: SystemTrouble['code'], changes: Partial<SystemTrouble> = {}): SystemTrouble => ({
  code,
  subject: '',
  detail: '',
  since: at(14, 2),
  waiting: 0,
  next_at: null,
  ...changes,
});
const system = systemWith({
  queues: [queueNamed('send-mail'), queueNamed('send-notice', { delayed: 2 }), queueNamed('publish-scheduled-post')],
});
const textOf = (...given: Parameters<typeof trouble>) => troubleText(trouble(...given), system, now);

test.each(troubleCodes)('says what is wrong and what happens next for %s, without technical words', (code) => {
  const { title, next, tone } = textOf(code, { subject: 'leads' });
  expect(title.length).toBeGreaterThan(10);
  expect(title).not.toMatch(/\.$/);
  expect(next).toMatch(/^[A-Z].*\.$/);
  expect(`${title} ${next}`).not.toMatch(/redis|mongo|queue|outbox|replica|process|smtp/i);
  expect(tone).toBe(['process_down', 'redis_unsafe'].includes(code) ? 'danger' : 'warning');
});

test.each(redisFlaws)('says what is in danger for a Redis with the flaw %s', (subject) => {
  const { title, next } = textOf('redis_unsafe', { subject });
  expect(title).not.toBe(unsafeMemory.title);
  expect(`${title} ${next}`).not.toMatch(/redis/i);
});

test('names a trouble that only a newer gateway knows', () => {
  expect(textOf('disk_slow' as never, { subject: 'database' }).title).toBe('Something is wrong: disk slow database');
});

test('names why emails wait, how many, and the next attempt', () => {
  expect(
    textOf('mail_waiting', { subject: 'send-mail', detail: 'SMTP 535', waiting: 14, next_at: at(15, 16) }),
  ).toEqual({
    title: 'Emails are waiting: the mail server refuses the sign-in',
    since: '14:02',
    next: 'Nothing is lost; they are sent when it accepts them.',
    outlook: '14 emails wait, next try at 15:16',
    tone: 'warning',
    queues: ['send-mail', 'send-notice'],
  });
});

test.each([
  ['535 5.7.8 authentication credentials invalid', 'the mail server refuses the sign-in'],
  ['ECONNREFUSED', 'the mail server does not respond'],
  ['Greeting timed out', 'the mail server does not respond'],
  ['hourly limit', 'the hourly limit is reached'],
  ['SMTP 450', 'the mail server does not accept them'],
  ['', 'the mail server does not accept them'],
])('explains waiting emails after %j', (detail, reason) =>
  expect(textOf('mail_waiting', { detail }).title).toBe(`Emails are waiting: ${reason}`),
);

test.each(['web', 'gateway', 'leads', 'content', 'media', 'notifications'])(
  'says what does not work while %s is down, and that it restarts',
  (subject) => {
    const texts = textOf('process_down', { subject, since: at(15, 2) });
    expect(texts.title).not.toContain(subject === 'web' || subject === 'leads' ? 'does not run' : subject);
    expect(texts.next).toMatch(/It restarts by itself, usually within a minute\.$/);
  },
);

test.each(['redis', 'database', 'images'])('says what does not work while the store %s is down', (subject) =>
  expect(textOf('process_down', { subject, since: null }).title).toMatch(/cannot|Nothing can/),
);

test('combines emails that wait in several queues, and no others', () => {
  const troubles = [
    trouble('mail_waiting', { subject: 'send-mail', waiting: 3, since: at(14, 0), next_at: at(15, 30) }),
    trouble('mail_waiting', { subject: 'send-notice', waiting: 2, since: at(13, 0), next_at: null, detail: 'EAUTH' }),
    trouble('storage_full', { subject: 'images' }),
    trouble('storage_full', { subject: 'redis' }),
  ];
  expect(combinedTroubles(troubles)).toEqual([
    { ...troubles[0], waiting: 5, since: at(13, 0), next_at: at(15, 30), detail: 'EAUTH' },
    troubles[2],
    troubles[3],
  ]);
});

test('asks for help if a process has not come back within five minutes', () => {
  const { next } = textOf('process_down', { subject: 'notifications', since: at(14, 58) });
  expect(next).toBe(
    'They wait, and are sent later. It has not come back by itself: ask the person who runs the server.',
  );
});

test('names the dependency that a process lacks', () => {
  expect(textOf('process_degraded', { subject: 'content', detail: 'mongodb' }).title).toBe(
    'Blog, bookmarks and testimonials work only partly: no response from the database',
  );
  expect(textOf('process_degraded', { subject: 'other', detail: 'mongodb, something' }).title).toBe(
    'other works only partly: no response from the database and something',
  );
  expect(textOf('process_degraded', { subject: 'media' })).toMatchObject({
    title: 'Images work only partly',
    next: 'It is still starting. What was accepted is not lost.',
  });
});

test('names a build that cannot be served, with the reason', () => {
  expect(textOf('build_unserved', { subject: 'blog', detail: 'e07b6d1-44c90a12: It is broken' })).toMatchObject({
    title: 'The deployed build of blog cannot be served',
    next: expect.stringContaining('e07b6d1-44c90a12: It is broken.'),
    tone: 'warning',
  });
});

test('names late work and its last error', () => {
  expect(textOf('queue_waiting', { subject: 'publish-scheduled-post', detail: 'Timeout', waiting: 1 })).toMatchObject({
    title: 'Scheduled posts are late',
    next: 'Nothing is lost; they follow as soon as possible. Last error: Timeout.',
    outlook: '1 job waits',
    queues: ['publish-scheduled-post'],
  });
});

test('names the space that is used of a store', () => {
  expect(textOf('storage_full', { subject: 'images' }).title).toBe(
    'The space for images is almost full: 31.8 GB of 40 GB are used',
  );
  expect(textOf('storage_full', { subject: 'redis' }).title).toBe('The memory for waiting work is almost full');
});

test('distinguishes a failed backup, an old one and none', () => {
  expect(textOf('backup_failed', { detail: 'No space left', next_at: at(23, 0) })).toMatchObject({
    title: 'The last backup failed',
    since: null,
    next: 'Earlier backups are unchanged. Reason: No space left. Make one now.',
    outlook: 'Next one at 23:00',
    backup: true,
  });
  const last = { id: 'old', at: new Date(now - 31 * 3_600_000).toISOString(), bytes: 1 };
  const titleWith = (backups: Parameters<typeof backupsWith>[0]) =>
    troubleText(trouble('backup_old'), systemWith({ backups: backupsWith(backups) }), now);
  expect(titleWith({ last }).title).toBe('The last backup is 1 d 07 h old');
  expect(titleWith({ last: null, on_request: false })).toMatchObject({
    title: 'There is no backup yet',
    next: 'Newer changes would be lost with the server. Make one by its command.',
  });
});
