import type { FixtureAnswer, FixtureRequest, FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession, sampleUser } from '@docfolio/api-client/testing/samples';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { remotes } from '@docfolio/contracts/entities/remote';
import { auth } from '@docfolio/contracts/entities/session';
import {
  type ContentStats,
  contentStats,
  type MailStats,
  type PeopleStats,
  peopleStats,
  stats,
} from '@docfolio/contracts/entities/stats';
import { type System, systemStatus } from '@docfolio/contracts/entities/system';
import { timeline } from '@docfolio/contracts/entities/timeline';
import { contentTrash, peopleTrash } from '@docfolio/contracts/entities/trash';

interface TableRecord {
  id: string;
  version?: number;
}

export interface TableOptions<R extends TableRecord> {
  operations: { list: Operation; get: Operation; create?: Operation; patch?: Operation; remove: Operation };
  /** Returns the text of a record that searches match. */
  textOf: (record: R) => string;
  /** Returns whether a record matches the filters of a query; by default all do. */
  matches?: (record: R, query: Record<string, string>) => boolean;
  /** Returns the record to store for a create request, with number `n`. */
  make?: (input: Record<string, unknown>, n: number) => R;
  /** The default sort order, such as '-created_at'. */
  sort: string;
}

/** Returns the UUID of record number `n`, for any kind. */
export const idNumber = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Stores a kind's records for a fake gateway, with pages, search, edit conflicts, deletion and restoring. */
export class Table<R extends TableRecord> {
  rows: R[] = [];
  readonly deleted = new Map<string, R>();

  constructor(private readonly options: TableOptions<R>) {}

  serve(server: FixtureServer, rows: R[]): void {
    this.rows = rows;
    this.deleted.clear();
    const { list, get, create, patch, remove } = this.options.operations;
    server.on(list, (request) => this.list(request));
    server.on(get, (request) => ({ json: this.find(request) }));
    server.on(remove, (request) => ({ json: this.remove(request) }));
    if (create) server.on(create, ({ body }) => this.create(body as Record<string, unknown>));
    if (patch) server.on(patch, (request) => this.patch(request));
  }

  list({ query }: Pick<FixtureRequest, 'query'>): FixtureAnswer {
    const { textOf, matches = () => true, sort: usual } = this.options;
    const { search = '', sort = usual, after, limit = '50' } = query;
    const key = sort.replace('-', '') as keyof R;
    const direction = sort.startsWith('-') ? -1 : 1;
    const found = this.rows
      .filter((record) => matches(record, query))
      .filter((record) => textOf(record).toLowerCase().includes(search.toLowerCase()))
      .sort((one, other) => (one[key] < other[key] ? -direction : direction));
    const start = Number(after ?? 0);
    const end = start + Number(limit);
    const next = end < found.length ? String(end) : null;
    return { json: { items: found.slice(start, end), total: found.length, total_exact: true, next } };
  }

  find({ path }: Pick<FixtureRequest, 'path'>): R {
    const found = this.rows.find(({ id }) => path.endsWith(id));
    if (!found) throw new ProblemError('not_found');
    return found;
  }

  /** Changes a stored record, as another tab of the owner would. */
  change(id: string, changes: Partial<R>): R {
    this.rows = this.rows.map((record) =>
      record.id === id ? { ...record, ...changes, version: (record.version ?? 0) + 1 } : record,
    );
    return this.rows.find((record) => record.id === id)!;
  }

  restore(id: string): void {
    const found = this.deleted.get(id);
    if (!found) throw new ProblemError('not_found');
    this.deleted.delete(id);
    this.rows = [...this.rows, found];
  }

  private create(input: Record<string, unknown>): FixtureAnswer {
    const { make } = this.options;
    if (!make) throw new Error('This table makes no records');
    const record = make(input, 900 + this.rows.length);
    this.rows = [...this.rows, record];
    return { status: 201, json: record };
  }

  private patch(request: FixtureRequest): FixtureAnswer {
    const found = this.find(request);
    const { version, ...changes } = request.body as Partial<R>;
    if (version !== undefined && version !== found.version) throw new ProblemError('stale', { current: found });
    return { json: this.change(found.id, changes as Partial<R>) };
  }

  private remove(request: FixtureRequest): { id: string } {
    const found = this.find(request);
    this.rows = this.rows.filter(({ id }) => id !== found.id);
    this.deleted.set(found.id, found);
    return { id: found.id };
  }
}

const zeros = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, 0]));
const noPeople = zeros(peopleStats.shape) as PeopleStats;
const noContent = zeros(contentStats.shape) as ContentStats;

const healthySystem: System = {
  checked_at: '2026-11-20T12:00:00.000Z',
  working_since: null,
  troubles: [],
  processes: [],
  queues: [],
  errors: [],
  backups: { last: null, verified_at: null, failure: null, next_at: null, running: null, on_request: false },
  storage: [],
  dead_letters: 0,
};

/** A fake gateway on a fixture server: one admin, stats of 0, no remotes and an empty timeline. Subclasses add records. */
export class AdminGateway {
  isAdmin = true;
  people = noPeople;
  content = noContent;
  mails: MailStats = { failed: 0 };
  /** The tables in which Undo restores records, by the kind's topic. */
  readonly tables = new Map<string, Pick<Table<TableRecord>, 'restore'>>();

  constructor(readonly server: FixtureServer) {}

  /** Restores all operations to their defaults and clears the recorded requests. */
  resetAll(): void {
    const { server } = this;
    this.isAdmin = true;
    [this.people, this.content, this.mails] = [noPeople, noContent, { failed: 0 }];
    server.reset();
    server.on(auth.me, () => ({ json: { user: sampleUser, is_admin: this.isAdmin } }));
    server.on(auth.signIn, () => ({ json: sampleSession(1) }));
    server.on(auth.signOut, { json: {} });
    server.on(stats.people, () => ({ json: this.people }));
    server.on(stats.content, () => ({ json: this.content }));
    server.on(stats.mails, () => ({ json: this.mails }));
    server.on(remotes.list, { json: { items: [], shells: [] } });
    // Every page asks for it, for the sidebar.
    server.on(systemStatus.get, { json: healthySystem });
    server.on(timeline.list, { json: { items: [], total: 0, total_exact: true, next: null } });
    for (const { restore } of [peopleTrash, contentTrash])
      server.on(restore as Operation, ({ path }) => {
        const [type, id] = path.split('/').slice(-3) as [string, string];
        this.tables.get(type)?.restore(id);
        return { json: { type, id } };
      });
  }
}
