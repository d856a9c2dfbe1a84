import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureAnswer } from '@docfolio/api-client/testing/fixture-server';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  contentTrash,
  contentTrashTypes,
  peopleTrash,
  peopleTrashTypes,
  type Trashed,
  type TrashType,
} from '@docfolio/contracts/entities/trash';

const day = 24 * 60 * 60 * 1_000;

/** Returns deleted record `n` (from 1) of a kind, deleted `n` hours ago; `changes` replaces fields. */
export function trashedNumber(n: number, type: TrashType, changes: Partial<Trashed> = {}): Trashed {
  const at = Date.now() - n * 3_600_000;
  return {
    id: idNumber(n),
    type,
    title: `Gone ${n}`,
    detail: `detail ${n}`,
    deleted_at: new Date(at).toISOString(),
    expires_at: new Date(at + 30 * day).toISOString(),
    ...changes,
  };
}

/** A fake gateway with one admin, which serves the deleted records of both services. */
export class TrashGateway extends AdminGateway {
  rows: Trashed[] = [];

  reset(rows: Trashed[] = []): void {
    this.resetAll();
    this.rows = rows;
    this.serve(peopleTrash, peopleTrashTypes);
    this.serve(contentTrash, contentTrashTypes);
  }

  private serve(trash: typeof peopleTrash | typeof contentTrash, types: readonly TrashType[]): void {
    const { server } = this;
    const own = (row: Trashed) => types.includes(row.type);
    server.on(trash.list as Operation, ({ query }) => this.list(query, types));
    server.on(trash.restore as Operation, ({ path }) => this.take(path.split('/').slice(-3)));
    server.on(trash.purge as Operation, ({ path }) => this.take(path.split('/').slice(-2)));
    server.on(trash.empty as Operation, () => {
      const purged = this.rows.filter(own).length;
      this.rows = this.rows.filter((row) => !own(row));
      return { json: { purged } };
    });
  }

  list(query: Record<string, string>, types: readonly TrashType[]): FixtureAnswer {
    const { type, after = '0', limit = '50' } = query;
    const found = this.rows
      .filter((row) => types.includes(row.type) && (!type || row.type === type))
      .sort((one, other) => (one.deleted_at < other.deleted_at ? 1 : -1));
    const end = Number(after) + Number(limit);
    const items = found.slice(Number(after), end);
    return {
      json: { items, total: found.length, total_exact: true, next: end < found.length ? String(end) : null },
    };
  }

  private take([type, id]: string[]): FixtureAnswer {
    const found = this.rows.find((row) => row.type === type && row.id === id);
    if (!found) throw new ProblemError('not_found');
    this.rows = this.rows.filter((row) => row !== found);
    return { json: { type, id } };
  }
}
