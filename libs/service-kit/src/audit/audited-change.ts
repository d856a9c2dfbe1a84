import type { LiveAction } from '@docfolio/contracts/core/live';
import { type AuditChange, type AuditValue, recordAudited } from '@docfolio/contracts/entities/audit';
import { type OccurredEvent, occurred } from '../events/outbox.js';
import { requestContext } from '../logging.js';

/** Characters of a text that the trail stores. */
const longestValue = 300;
/** Levels of nested objects that are compared field by field. Deeper ones are compared as JSON. */
const depth = 1;

/** Fields whose values are never recorded. */
const secret = /(password|token|secret|hash|signature)/i;
const email = /(^|_|\.)email$/;
const phone = /(^|_|\.)phone$/;
/** Fields that name a record, the best first. */
const nameFields = ['name', 'title', 'subject', 'author_name', 'client_name', 'file_name', 'label', 'slug'];

type Fields = Readonly<Record<string, unknown>>;

export interface AuditedWrite {
  kind: string;
  id: string;
  act: LiveAction;
  /** Own fields of the record before the write; undefined for a new record. */
  before: Fields | undefined;
  /** Own fields of the record after the write. */
  after: Fields;
  fields: readonly string[];
}

/** Returns the event of a write for the audit trail; none outside of a call that is audited. */
export function auditedWrite({ kind, id, act, before, after, fields }: AuditedWrite): readonly OccurredEvent[] {
  const audit = requestContext.getStore()?.audit;
  if (!audit) return [];
  return [
    occurred(recordAudited, {
      entry_id: audit.entryId,
      operation: audit.operation,
      request_id: audit.requestId,
      actor: audit.actor,
      automatic: audit.automatic ?? false,
      kind,
      record_id: id,
      record_name: recordNameOf(after),
      act,
      changes: act === 'created' || act === 'changed' ? changesOf(before, after, fields) : [],
    }),
  ];
}

/** Returns the changed fields of a record, without secrets, long texts cut, and addresses and numbers masked. */
export function changesOf(before: Fields | undefined, after: Fields, fields: readonly string[]): AuditChange[] {
  const [old, now] = [flat(pick(before ?? {}, fields), depth), flat(pick(after, fields), depth)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const [from, to] = [plain(old[field]), plain(now[field])];
    if (from === to || (!before && to === '')) return [];
    if (secret.test(field)) return [{ field, before: null, after: null }];
    return [{ field, before: shown(field, from), after: shown(field, to) }];
  });
}

/** Returns the name that users know a record by; its masked email address if it has no other, else null. */
export function recordNameOf(record: Fields): string | null {
  for (const field of nameFields) {
    const value = record[field];
    if (typeof value === 'string' && value.trim() !== '') return cut(value);
  }
  return typeof record.email === 'string' && record.email !== '' ? maskedEmail(record.email) : null;
}

/** Returns an email address with the first letters of its parts: `c•••@e•••.org`. */
export function maskedEmail(address: string): string {
  const [, first = '', host = '', end = ''] = /^(.).*@(.)[^.]*.*?(\.[^.]*)?$/u.exec(address) ?? [];
  return first === '' ? '•••' : `${first}•••@${host}•••${end}`;
}

function shown(field: string, value: AuditValue): AuditValue {
  if (typeof value !== 'string' || value === '') return value;
  if (email.test(field)) return maskedEmail(value);
  if (phone.test(field)) return `•••${value.replace(/\D/g, '').slice(-4)}`;
  return cut(value);
}

function plain(value: unknown): AuditValue {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

function pick(record: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

/** Returns nested objects as fields of their own: `canary.share`. */
function flat(record: Fields, levels: number): Fields {
  return Object.fromEntries(
    Object.entries(record).flatMap(([field, value]) => {
      if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
        return [[field, value]];
      return Object.entries(flat(value as Fields, levels - 1)).map(([name, part]) => [`${field}.${name}`, part]);
    }),
  );
}

function cut(value: string): string {
  const characters = [...value.slice(0, longestValue * 2)];
  return characters.length <= longestValue ? value : `${characters.slice(0, longestValue - 1).join('')}…`;
}
