import { Readable } from 'node:stream';
import { type AuditEntry, audit, auditEntry } from '@docfolio/contracts/entities/audit';
import { byteOrderMark, type CsvValue, csvLine } from '@docfolio/service-kit/csv';
import { batchesOf } from '@docfolio/service-kit/mongo/record-walk';
import type { AuditRepository } from './audit.repository.js';

const columns: readonly (readonly [heading: string, value: (entry: AuditEntry) => CsvValue])[] = [
  ['When', ({ created_at }) => created_at],
  ['Who', ({ who_name, actor }) => who_name || actor],
  ['Act', ({ act }) => act],
  ['Operation', ({ operation }) => operation],
  ['Kind', ({ kind }) => kind],
  ['Record', ({ record_name }) => record_name],
  ['Record id', ({ record_id }) => record_id],
  ['Changes', ({ changes }) => (changes.length > 0 ? JSON.stringify(changes) : null)],
  ['Outcome', ({ outcome }) => outcome],
  ['Problem', ({ problem }) => problem],
  ['Note', ({ note }) => note],
  ['Erased', ({ erased }) => (erased ? 'yes' : null)],
  ['Request', ({ request_id }) => request_id],
];

/** Streams the trail as CSV, with one batch of entries in memory at a time. */
export class AuditCsv {
  constructor(private readonly entries: AuditRepository) {}

  /** @param query JSON of the input of `audit.export` @throws ZodError for another text */
  open(query: string): Readable {
    return Readable.from(this.bytesOf(audit.export.input.parse(JSON.parse(query))), { objectMode: false });
  }

  private async *bytesOf(query: ReturnType<typeof audit.export.input.parse>): AsyncGenerator<Buffer> {
    yield Buffer.from(byteOrderMark + csvLine(columns.map(([heading]) => heading)));
    const whole = { ...query, limit: 0, after: undefined };
    for await (const { items } of batchesOf((page: typeof whole) => this.entries.search(page), whole)) {
      const entries = items.map((item) => auditEntry.parse(item));
      yield Buffer.from(entries.map((entry) => csvLine(columns.map(([, value]) => value(entry)))).join(''));
    }
  }
}
