import { isListed, kindFactsOf } from '@docfolio/admin/kinds/kind-facts';
import { capitalised } from '@docfolio/admin/records/record-kind';
import { minuteOf } from '@docfolio/admin/records/record-texts';
import type { AuditAct, AuditChange, AuditEntry, AuditValue } from '@docfolio/contracts/entities/audit';
import { trashDays } from '@docfolio/contracts/entities/trash';
import type { Status } from '@docfolio/ui/display/status-glyph';
import {
  Check,
  CirclePlus,
  Download,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Pause,
  Pencil,
  Pin,
  Play,
  Rocket,
  RotateCw,
  Send,
  Share2,
  ShieldAlert,
  Shuffle,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';

interface ActLook {
  label: string;
  icon: LucideIcon;
  tone?: 'danger' | 'warning';
}

export const acts: Readonly<Record<AuditAct, ActLook>> = {
  created: { label: 'Created', icon: CirclePlus },
  changed: { label: 'Changed', icon: Pencil },
  deleted: { label: 'Deleted', icon: Trash2, tone: 'danger' },
  restored: { label: 'Restored', icon: Undo2 },
  purged: { label: 'Deleted for good', icon: Trash2, tone: 'danger' },
  converted: { label: 'Converted', icon: Shuffle },
  exported: { label: 'Exported', icon: Download },
  downloaded: { label: 'Downloaded', icon: Download },
  shared: { label: 'Shared', icon: Share2 },
  sent: { label: 'Sent', icon: Send },
  paused: { label: 'Paused', icon: Pause },
  resumed: { label: 'Resumed', icon: Play },
  retried: { label: 'Retried', icon: RotateCw },
  dismissed: { label: 'Dismissed', icon: X },
  published: { label: 'Published', icon: Rocket },
  promoted: { label: 'Promoted', icon: Rocket },
  rolled_back: { label: 'Rolled back', icon: Undo2, tone: 'warning' },
  pinned: { label: 'Pinned', icon: Pin },
  granted: { label: 'Granted', icon: KeyRound },
  revoked: { label: 'Revoked', icon: X, tone: 'danger' },
  confirmed: { label: 'Confirmed', icon: Check },
  unsubscribed: { label: 'Unsubscribed', icon: X },
  signed_in: { label: 'Signed in', icon: LogIn },
  signed_out: { label: 'Signed out', icon: LogOut },
  password_changed: { label: 'Password changed', icon: KeyRound },
  recovery_requested: { label: 'Recovery requested', icon: KeyRound },
  password_reset: { label: 'Password reset', icon: KeyRound },
  token_reused: { label: 'Token reused', icon: ShieldAlert, tone: 'warning' },
};

/** Names of kinds that have no list in the CRM. */
const otherKinds: Readonly<Record<string, string>> = {
  api_tokens: 'API token',
  audit_entries: 'Audit trail',
  content_trash: 'Trash',
  mails: 'Email',
  newsletter_issues: 'Newsletter',
  parked_submissions: 'Refused form',
  people_trash: 'Trash',
  timeline_entries: 'Note',
  users: 'Account',
};

/** Returns the name of a kind of record: `Lead`. */
export function kindLabel(kind: string): string {
  if (isListed(kind)) return capitalised(kindFactsOf(kind).one);
  return otherKinds[kind] ?? capitalised(kind.replaceAll('_', ' ').replace(/s$/, ''));
}

/** Returns the address of an entry's record, of the trash for a deleted one; undefined if the CRM has no page of it. */
export function recordHref({ kind, record_id, act, outcome, erased }: AuditEntry): string | undefined {
  if (record_id === null || erased || !isListed(kind)) return undefined;
  if (act === 'deleted' && outcome === 'done') return '/admin/trash';
  const { path, drawer } = kindFactsOf(kind);
  return drawer || kind === 'blog_posts' ? `${path}/${record_id}` : undefined;
}

export function recordNameOf({ record_name, record_id, erased }: AuditEntry): string {
  if (record_name !== null) return record_name;
  return erased ? 'erased' : (record_id ?? '');
}

export function whoOf({ actor, who_name }: AuditEntry): string {
  return actor === 'website' ? 'Website' : actor === 'automatic' ? 'Automatic' : who_name;
}

/** Returns a sentence for an entry that has no changes to show; null if there is nothing to say. */
export function noteOf({ outcome, problem, act, note, changes }: AuditEntry): string | null {
  const reason = problem === null ? '' : problem.replaceAll('_', ' ');
  if (outcome === 'refused') return `Refused: ${reason}`;
  if (outcome === 'unconfirmed') return reason ? `Not confirmed: ${reason}` : 'Not confirmed';
  if (note !== null) return note;
  if (act === 'deleted') return `Kept in the trash for ${trashDays} days`;
  return act === 'changed' && changes.length === 0 ? 'Nothing changed' : null;
}

/** Returns the status that a value of a record's field `status` stands for. */
export function statusOf(kind: string, field: string, value: AuditValue): Status | undefined {
  if (field !== 'status' || !isListed(kind)) return undefined;
  return kindFactsOf(kind).statuses?.find((status) => status.value === value);
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns a value as users read it; null for an empty one. */
export function valueText(value: AuditValue): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return timestamp.test(value) ? minuteOf(value) : value;
}

export const fieldLabel = ({ field }: AuditChange): string => field.replaceAll('_', ' ').replaceAll('.', ' ');
