import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type AuditEntry, audit } from '@docfolio/contracts/entities/audit';

export const ownerName = 'owner@example.com';

/** Returns entry `n` (from 1), made `n` minutes ago; `changes` replaces fields. */
export function entryNumber(n: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: idNumber(n),
    created_at: new Date(Date.now() - n * 60_000).toISOString(),
    actor: 'user',
    who: idNumber(900),
    who_name: ownerName,
    act: 'changed',
    operation: 'leads.patch',
    kind: 'leads',
    record_id: idNumber(500 + n),
    record_name: `Lead ${n}`,
    changes: [{ field: 'status', before: 'new', after: 'contacted' }],
    outcome: 'done',
    problem: null,
    note: null,
    request_id: `request-of-entry-${n}`,
    erased: false,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves entries of the audit trail by filter and page. */
export class AuditGateway extends AdminGateway {
  rows: AuditEntry[] = [];

  reset(rows: AuditEntry[]): void {
    this.resetAll();
    this.rows = rows;
    const { server } = this;
    server.on(audit.options as Operation, () => ({
      json: { people: [{ who: idNumber(900), name: ownerName }], kinds: ['leads', 'users'], days: 400 },
    }));
    server.on(audit.get as Operation, ({ path }) => {
      const found = this.rows.find(({ id }) => path.endsWith(id));
      if (!found) throw new ProblemError('not_found');
      return { json: found };
    });
    server.on(audit.list as Operation, ({ query }) => {
      const { who, act, kind, record, search = '', after = '0', limit = '50' } = query;
      const found = this.rows.filter(
        (row) =>
          (!who || row.who === who) &&
          (!act || row.act === act) &&
          (!kind || row.kind === kind) &&
          (!record || row.record_id === record) &&
          `${row.record_name} ${row.request_id}`.toLowerCase().includes(search.toLowerCase()),
      );
      const end = Number(after) + Number(limit);
      const next = end < found.length ? String(end) : null;
      return { json: { items: found.slice(Number(after), end), total: found.length, total_exact: true, next } };
    });
    server.on(audit.export as Operation, () => ({
      json: { url: '/api/v1/downloads/x', file_name: 'audit.csv', expires_at: new Date().toISOString() },
    }));
  }
}
