import { setTimeout as delay } from 'node:timers/promises';
import { allOperations } from '@docfolio/contracts/operations';
import type { AdminApi } from './admin-api.js';
import { Ledger } from './ledger.js';
import type { ClientRequest, Outcome } from './retrying-client.js';

export interface LoadFigures {
  requests: number;
  /** Requests that failed after all retries. */
  failures: string[];
  /** Requests that were retried; `repetitions` counts the retries, `reasons` by cause such as `503` or `ECONNRESET`. */
  repeated: number;
  repetitions: number;
  repeatedBy: Record<string, number>;
  reasons: Record<string, number>;
  /** In ms, including retries, as is `p99`. */
  slowest: { duration: number; request: string };
  p99: number;
}

const publicLists = allOperations().filter(({ operation: { cache, path } }) => cache && !path.includes(':'));
const reads = ['/', '/blog', '/contact', '/rss.xml', ...publicLists.map(({ operation: { path } }) => `/api/v1${path}`)];

interface StoredLead {
  id: string;
  email: string;
  company: string | null;
  version: number;
}

/** Sends requests at a steady rate: of ten, six reads, three contact forms and one edit by the admin. */
export class Load {
  readonly ledger = new Ledger();
  private readonly pending = new Set<Promise<void>>();
  private readonly durations: number[] = [];
  private readonly editable: { id: string; email: string; version: number }[] = [];
  private readonly figures: LoadFigures = {
    requests: 0,
    failures: [],
    repeated: 0,
    repetitions: 0,
    repeatedBy: {},
    reasons: {},
    slowest: { duration: 0, request: '' },
    p99: 0,
  };
  private currentPhase = '';
  private running = false;
  private generator: Promise<void> = Promise.resolve();
  private count = 0;
  private reads = 0;

  constructor(
    private readonly api: AdminApi,
    private readonly perSecond: number,
    private readonly run: string,
  ) {}

  set phase(phase: string) {
    this.currentPhase = phase;
  }

  get sent(): number {
    return this.count;
  }

  async prepare(count = 5): Promise<void> {
    for (let index = 0; index < count; index++) {
      const email = `edited-${index}.${this.run}@load.example`;
      this.ledger.sendCreation(email);
      const body = { name: `Edited ${index}`, email, source: 'direct' };
      const { id, version } = await this.api.call<StoredLead>('POST', '/leads', body);
      this.ledger.acknowledgeCreation(email);
      this.editable.push({ id, email, version });
    }
  }

  start(): void {
    this.running = true;
    this.generator = this.generate();
  }

  async stop(): Promise<LoadFigures> {
    this.running = false;
    await this.generator;
    await Promise.all(this.pending);
    const sorted = this.durations.toSorted((a, b) => a - b);
    return { ...this.figures, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
  }

  private async generate(): Promise<void> {
    const began = Date.now();
    for (let sent = 0; this.running; sent++) {
      const due = began + (sent * 1000) / this.perSecond;
      // Also when it is late: without a wait, responses would never be read.
      await delay(Math.max(0, due - Date.now()));
      const request = this.next().catch((error: Error) => void this.figures.failures.push(error.message));
      this.pending.add(request);
      void request.then(() => this.pending.delete(request));
    }
  }

  private next(): Promise<void> {
    const count = this.count++;
    const phase = this.currentPhase;
    if (count % 10 < 6) return this.read(reads[this.reads++ % reads.length]!, phase);
    if (count % 10 < 9) return this.submit(`form-${count}.${this.run}@load.example`, phase);
    return this.edit(`edit ${count}`, phase);
  }

  private async read(path: string, phase: string): Promise<void> {
    this.record({ method: 'GET', path }, await this.api.client.send({ method: 'GET', path }), [200], phase);
  }

  private async submit(email: string, phase: string): Promise<void> {
    this.ledger.sendCreation(email);
    const request: ClientRequest = {
      method: 'POST',
      path: '/api/v1/leads',
      headers: { 'idempotency-key': `key-${email}` },
      body: { name: 'Load', email, message: 'Is anybody there?', source: 'contact' },
    };
    const outcome = await this.api.client.send(request);
    if (this.record(request, outcome, [201, 202], phase)) this.ledger.acknowledgeCreation(email);
  }

  /** Edits a lead that no other edit in flight changes. */
  private async edit(value: string, phase: string): Promise<void> {
    const lead = this.editable.shift();
    if (!lead) return this.read('/api/v1/posts', phase);
    this.ledger.sendEdit(lead.email, value);
    const path = `/leads/${lead.id}`;
    const request: ClientRequest = { method: 'PATCH', path, body: { version: lead.version, company: value } };
    const outcome = await this.api.send(request);
    // A retried edit conflicts with its own first attempt if only the response was lost; the stored value shows
    // whether.
    const conflict = outcome.status === 409 && outcome.failedAttempts.length > 0;
    const stored = conflict ? await this.api.call<StoredLead>('GET', path) : undefined;
    const applied = stored?.company === value;
    if (this.record(request, outcome, applied ? [409] : [200], phase)) {
      this.ledger.acknowledgeEdit(lead.email, value);
      lead.version = stored?.version ?? (JSON.parse(outcome.text) as StoredLead).version;
    }
    this.editable.push(lead);
  }

  /** Counts a request. @returns whether its response was expected */
  private record({ method, path }: ClientRequest, outcome: Outcome, expected: number[], phase: string): boolean {
    const figures = this.figures;
    const { status, text, failedAttempts, duration } = outcome;
    const name = `${method} ${path}`;
    figures.requests++;
    figures.repetitions += failedAttempts.length;
    if (failedAttempts.length > 0) {
      figures.repeated++;
      figures.repeatedBy[phase] = (figures.repeatedBy[phase] ?? 0) + 1;
    }
    for (const reason of failedAttempts) figures.reasons[reason] = (figures.reasons[reason] ?? 0) + 1;
    this.durations.push(duration);
    if (duration > figures.slowest.duration) {
      figures.slowest = { duration, request: `${name}, while ${phase} restarts` };
    }
    if (expected.includes(status)) return true;
    const attempts = [...failedAttempts, status].join(', ');
    figures.failures.push(`${name}, while ${phase} restarts: ${attempts} ${text.slice(0, 200)}`);
    return false;
  }
}
