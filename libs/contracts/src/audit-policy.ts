import type { AuditAct } from './entities/audit.js';
import type { NamedOperation } from './operations.js';

/**
 * `call`: an entry is stored before the operation runs. `record`: only what it stores becomes an entry, so that the
 * forms of visitors stay fast. `exempt`: no entry, for a reason.
 */
export type AuditPolicy =
  | { by: 'call' | 'record'; act: AuditAct; kind: string; recordOf: 'created' | 'input' }
  | { by: 'exempt'; reason: string };

/** Operations without an entry, by name, and why. */
const exempt: Readonly<Record<string, string>> = {
  'auth.refresh': 'Open tabs refresh by themselves. A reused token has an entry of its own.',
  'auth.requestRecovery': 'Responds the same for every address. A recovery that starts has an entry of its own.',
  'auth.checkRecovery': 'Changes nothing.',
  'auth.completeRecovery': 'Anybody may send it. A password that was reset has an entry of its own.',
  'remoteOverrides.check': 'Changes nothing.',
  'remoteReports.report': 'Figures that pages send by themselves.',
  'subscriptions.stillRecipients': 'Changes nothing.',
  'systemBackup.verify': 'Changes nothing.',
};

/** Acts by the last part of an operation's name. */
const actOf: Readonly<Record<string, AuditAct>> = {
  create: 'created',
  submit: 'created',
  reply: 'created',
  addNote: 'created',
  patch: 'changed',
  patchNote: 'changed',
  moderate: 'changed',
  delete: 'deleted',
  deleteNote: 'deleted',
  restore: 'restored',
  purge: 'purged',
  empty: 'purged',
  revoke: 'revoked',
  dismiss: 'dismissed',
  discard: 'dismissed',
  retry: 'retried',
  retryAll: 'retried',
  resend: 'sent',
  pause: 'paused',
  resume: 'resumed',
  test: 'sent',
  publish: 'published',
  promote: 'promoted',
  rollBack: 'rolled_back',
  pin: 'pinned',
  grant: 'granted',
  link: 'downloaded',
  export: 'exported',
  confirm: 'confirmed',
  unsubscribe: 'unsubscribed',
  signIn: 'signed_in',
  signOut: 'signed_out',
  changePassword: 'password_changed',
};

const actOfOperation: Readonly<Record<string, AuditAct>> = {
  'conversions.create': 'converted',
  'exports.create': 'exported',
  'newsletter.create': 'sent',
  'postPreviews.create': 'shared',
};

/** Collections of groups whose name differs from that of their collection. */
const kindOfGroup: Readonly<Record<string, string>> = {
  audit: 'audit_entries',
  auth: 'users',
  comments: 'blog_comments',
  commentModeration: 'blog_comments',
  contentDeadLetters: 'parked_submissions',
  conversions: 'leads',
  newsletter: 'newsletter_issues',
  peopleDeadLetters: 'parked_submissions',
  postPreviews: 'blog_posts',
  posts: 'blog_posts',
  remoteOverrides: 'remotes',
  subscribers: 'blog_subscribers',
  subscriptions: 'blog_subscribers',
  systemBackup: 'backups',
  systemJobs: 'jobs',
  timeline: 'timeline_entries',
};

/** Operations that create a record, but are about the one in their path. */
const aboutTheirPath = ['conversions.create', 'postPreviews.create', 'remotes.publish'];

/** Public operations of users. Other public writes are those of visitors. */
const signIns = ['auth.signIn'];

/** Returns the declared act of an operation; undefined if it is not declared. */
export function declaredActOf(name: string): AuditAct | undefined {
  return actOfOperation[name] ?? actOf[name.slice(name.indexOf('.') + 1)];
}

/** Returns how a write is audited; undefined for a read. A write whose act is not declared counts as `changed`. */
export function auditPolicyOf({ name, operation }: NamedOperation): AuditPolicy | undefined {
  if (operation.method === 'GET') return undefined;
  const reason = exempt[name];
  if (reason !== undefined) return { by: 'exempt', reason };
  const group = name.slice(0, name.indexOf('.'));
  const isVisitors = operation.access === 'public' && !signIns.includes(name);
  return {
    by: isVisitors ? 'record' : 'call',
    act: declaredActOf(name) ?? 'changed',
    kind: kindOfGroup[group] ?? group.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    recordOf: operation.creates && !aboutTheirPath.includes(name) ? 'created' : 'input',
  };
}

/** Names of the operations without an entry. */
export const exemptOperations = Object.keys(exempt);
