import { leadStatuses } from '@docfolio/admin/kinds/lead-statuses';
import type { TimelineEntry, TimelineKind } from '@docfolio/contracts/entities/timeline';
import { Link } from '@docfolio/federation/router';
import { type Status, StatusLabel } from '@docfolio/ui/display/status-glyph';
import {
  ArrowLeftRight,
  ArrowRight,
  Briefcase,
  CirclePlus,
  FolderKanban,
  type LucideIcon,
  Mail,
  MailWarning,
  MessageSquareText,
  OctagonAlert,
  Pencil,
  StickyNote,
  Trash2,
  Undo2,
  UserCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';

interface EntryLook {
  icon: LucideIcon;
  title: string;
  /** Returns a text that follows the title. */
  detail?: (entry: TimelineEntry) => ReactNode;
  tone?: 'danger' | 'warning';
}

const places = {
  leads: '/admin/leads',
  clients: '/admin/clients',
  projects: '/admin/projects',
  service_inquiries: '/admin/service-inquiries',
  portfolio_inquiries: '/admin/portfolio-inquiries',
  mails: '/admin/attention',
} as const;

export function linked({ link }: TimelineEntry): ReactNode {
  if (!link) return null;
  return (
    <Link
      to={link.type === 'mails' ? places.mails : `${places[link.type]}/${link.id}`}
      className="text-muted underline decoration-line-strong underline-offset-3 hover:text-ink"
    >
      {link.label}
    </Link>
  );
}

export function FromTo({ entry: { from, to }, statuses }: { entry: TimelineEntry; statuses: readonly Status[] }) {
  const before = statuses.find((status) => status.value === from);
  const after = statuses.find((status) => status.value === to);
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      {before?.label ?? from}
      <ArrowRight aria-label="to" size={14} strokeWidth={1.75} className="text-faint" />
      {after ? <StatusLabel status={after} /> : to}
    </span>
  );
}

/** Returns an entry's field names as labels: 'service_interest, client_id' is 'service interest, client'. */
const fieldNames = ({ text }: TimelineEntry) => text?.replaceAll('_id', '').replaceAll('_', ' ');

export interface TimelineSubject {
  subjectId: string;
  subject: 'lead' | 'client' | 'project';
}

/** Returns icon and texts of an entry. Timelines of clients and projects include entries of their lead. */
export function lookOf(
  { kind, subject_id, link }: TimelineEntry,
  { subjectId, subject }: TimelineSubject,
  projectStatuses: readonly Status[],
): EntryLook {
  const name = subject === 'client' && subject_id === subjectId ? 'Client' : 'Lead';
  // Entries that link to the timeline's own project do not name it.
  const isOwn = link?.type === 'projects' && link.id === subjectId;
  const looks: Record<TimelineKind, EntryLook> = {
    created: {
      icon: CirclePlus,
      title: `${name} created`,
      detail: (entry) =>
        entry.link ? (
          <>from {linked(entry)}</>
        ) : (
          entry.text && (
            <>
              from <span className="mono text-mono">{entry.text}</span>
            </>
          )
        ),
    },
    changed: { icon: Pencil, title: 'Details changed', detail: fieldNames },
    status: {
      icon: ArrowLeftRight,
      title: 'Status changed',
      detail: (entry) => <FromTo entry={entry} statuses={leadStatuses} />,
    },
    spam: { icon: OctagonAlert, title: 'Marked as spam', tone: 'warning' },
    not_spam: { icon: Undo2, title: 'Moved back to the list' },
    mail_sent: { icon: Mail, title: 'Mail sent', detail: ({ text }) => text },
    mail_failed: {
      icon: MailWarning,
      title: 'Mail not sent',
      tone: 'danger',
      detail: (entry) => (
        <>
          {entry.text} {linked(entry)}
        </>
      ),
    },
    service_inquiry: { icon: MessageSquareText, title: 'Service inquiry', detail: linked },
    portfolio_inquiry: { icon: Briefcase, title: 'Portfolio inquiry', detail: linked },
    converted: { icon: UserCheck, title: link?.type === 'leads' ? 'Converted from' : 'Converted to', detail: linked },
    project: isOwn
      ? { icon: CirclePlus, title: 'Project created' }
      : { icon: FolderKanban, title: 'Project', detail: linked },
    project_status: {
      icon: ArrowLeftRight,
      title: isOwn ? 'Status changed' : 'Project',
      detail: (entry) => (
        <>
          {!isOwn && linked(entry)} <FromTo entry={entry} statuses={projectStatuses} />
        </>
      ),
    },
    deleted: { icon: Trash2, title: 'Deleted' },
    restored: { icon: Undo2, title: 'Restored' },
    note: {
      icon: StickyNote,
      title: 'Note',
      detail: () => subject !== 'lead' && subject_id !== subjectId && <span className="text-faint">on the lead</span>,
    },
  };
  return looks[kind];
}
