import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { contentDeadLetters, type DeadLetter, peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { type FailedMail, mails } from '@docfolio/contracts/entities/mail';
import {
  type JobSummary,
  type System,
  type SystemBackups,
  type SystemJob,
  type SystemProcess,
  type SystemQueue,
  systemBackup,
  systemJobs,
  systemStatus,
} from '@docfolio/contracts/entities/system';

const mb = 1024 * 1024;
const gb = 1024 * mb;

/** Returns the time `seconds` ago. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const day = 24 * 60 * 60;

export const processNamed = (name: SystemProcess['name'], changes: Partial<SystemProcess> = {}): SystemProcess => ({
  name,
  versions: ['0.1.0-f3c81aa'],
  replicas: 1,
  started_at: ago(6 * day + 4 * 60 * 60 + 100),
  memory: { used: 131 * mb, limit: 384 * mb },
  health: 'healthy',
  missing: [],
  outbox: { waiting: 0, oldest_at: null },
  ...changes,
});

export const queueNamed = (name: string, changes: Partial<SystemQueue> = {}): SystemQueue => ({
  name,
  kind: 'job',
  service: 'notifications',
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  oldest_at: null,
  per_hour: Array.from({ length: 24 }, (_, hour) => hour % 5),
  in_trouble: false,
  ...changes,
});

export const backupsWith = (changes: Partial<SystemBackups> = {}): SystemBackups => ({
  last: { id: 'backup-1', at: ago(4 * 60 * 60 + 44 * 60), bytes: 412 * mb },
  verified_at: ago(2 * day),
  failure: null,
  next_at: ago(-day),
  running: null,
  on_request: true,
  ...changes,
});

export const processNames = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'] as const;

/** Returns the state of a system in which everything works; `changes` replaces fields. */
export const systemWith = (changes: Partial<System> = {}): System => ({
  checked_at: new Date().toISOString(),
  working_since: '2026-11-20T12:00:00.000Z',
  troubles: [],
  processes: processNames.map((name) => processNamed(name)),
  queues: [queueNamed('send-mail'), queueNamed('make-variants', { service: 'media' })],
  errors: [],
  backups: backupsWith(),
  storage: [
    { name: 'database', used: Math.round(2.1 * gb), limit: 20 * gb },
    { name: 'images', used: Math.round(31.8 * gb), limit: 40 * gb },
    { name: 'redis', used: 118 * mb, limit: null },
  ],
  dead_letters: 0,
  ...changes,
});

/** Returns job `n` of a queue, failed `n` minutes ago. */
export const jobNumber = (n: number, changes: Partial<SystemJob> = {}): SystemJob => ({
  queue: 'send-mail',
  id: `job-${n}`,
  state: 'failed',
  created_at: ago(n * 60 + 30),
  error: `Error of job ${n}`,
  failed_at: ago(n * 60),
  service: 'notifications',
  attempts: 5,
  attempts_allowed: 5,
  next_at: null,
  request_id: `request-of-job-${n}`,
  payload: JSON.stringify({ to: 'a••••', delivery_id: `delivery-${n}`, attempt: n, note: null }),
  errors: ['Latest attempt', 'Attempt before'],
  ...changes,
});

export const mailNumber = (n: number, changes: Partial<FailedMail> = {}): FailedMail => ({
  id: `event-${n}_owner`,
  to: null,
  subject: `Mail ${n}`,
  last_error: 'SMTP 550',
  created_at: ago(n * 60),
  lead_id: null,
  ...changes,
});

export const letterNumber = (n: number, changes: Partial<DeadLetter> = {}): DeadLetter => ({
  id: idNumber(n),
  operation: 'POST /leads',
  code: 'validation_failed',
  input: { name: `Sender ${n}`, email: 'not an address', message: `Words ${n}`, source: 'contact', company: null },
  at: ago(n * 60),
  ...changes,
});

const page = (rows: readonly unknown[]) => ({
  json: { items: rows.slice(0, 50), total: rows.length, total_exact: true, next: rows.length > 50 ? 'more' : null },
});

/** A fake gateway with one admin, which serves the state of a system, its jobs and its dead letters. */
export class SystemGateway extends AdminGateway {
  system = systemWith();
  jobs: SystemJob[] = [];
  failedMails: FailedMail[] = [];
  letters: DeadLetter[] = [];
  comments: DeadLetter[] = [];

  reset(changes: Partial<System> = {}): void {
    this.resetAll();
    this.system = systemWith(changes);
    [this.jobs, this.failedMails, this.letters, this.comments] = [[], [], [], []];
    const { server } = this;
    server.on(systemStatus.get, () => ({ json: { ...this.system, checked_at: new Date().toISOString() } }));
    server.on(systemBackup.create, { json: { started: true } });
    server.on(systemBackup.verify, { json: { started: true } });
    this.serveJobs();
    this.serveLetters();
  }

  /** Replaces fields of the state, as the passing of time does. */
  change(changes: Partial<System>): void {
    this.system = { ...this.system, ...changes };
  }

  private serveJobs(): void {
    const { server } = this;
    server.on(systemJobs.list, ({ path, query }) => {
      const { state = 'failed' } = query;
      const queue = path.split('/').at(-2);
      const found = this.jobs.filter((job) => job.queue === queue && job.state === state);
      return { json: { data: found.map(summaryOf) } };
    });
    server.on(systemJobs.get, ({ path }) => ({ json: this.job(path.split('/').at(-1)!) }));
    server.on(systemJobs.retry, ({ path }) => ({ json: this.take(path.split('/').at(-2)!) }));
    server.on(systemJobs.discard, ({ path }) => ({ json: this.take(path.split('/').at(-1)!) }));
    server.on(systemJobs.retryAll, ({ path }) => {
      const queue = path.split('/').at(-2);
      const retried = this.jobs.filter((job) => job.queue === queue).length;
      this.jobs = this.jobs.filter((job) => job.queue !== queue);
      return { json: { retried } };
    });
  }

  private serveLetters(): void {
    const { server } = this;
    server.on(mails.listFailed, () => page(this.failedMails));
    server.on(peopleDeadLetters.list, () => page(this.letters));
    server.on(contentDeadLetters.list, () => page(this.comments));
    server.on(mails.retry, ({ path }) => ({ json: this.removeMail(path.split('/').at(-2)!) }));
    server.on(mails.dismiss, ({ path }) => ({ json: this.removeMail(path.split('/').at(-1)!) }));
    server.on(peopleDeadLetters.resend, ({ path }) => ({ json: this.removeLetter(path.split('/').at(-2)!) }));
    server.on(peopleDeadLetters.dismiss, ({ path }) => ({ json: this.removeLetter(path.split('/').at(-1)!) }));
  }

  private job(id: string): SystemJob {
    const found = this.jobs.find((job) => job.id === id);
    if (!found) throw new ProblemError('not_found');
    return found;
  }

  private take(id: string): { queue: string; job: string } {
    const { queue } = this.job(id);
    this.jobs = this.jobs.filter((job) => job.id !== id);
    return { queue, job: id };
  }

  private removeMail(id: string): { id: string } {
    if (!this.failedMails.some((mail) => mail.id === id)) throw new ProblemError('not_found');
    this.failedMails = this.failedMails.filter((mail) => mail.id !== id);
    return { id };
  }

  private removeLetter(id: string): { id: string } {
    this.letters = this.letters.filter((letter) => letter.id !== id);
    return { id };
  }
}

const summaryOf = ({ queue, id, state, created_at, error, failed_at }: SystemJob): JobSummary => ({
  queue,
  id,
  state,
  created_at,
  error,
  failed_at,
});
