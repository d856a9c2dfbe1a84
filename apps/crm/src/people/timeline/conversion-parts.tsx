import { leadStatuses } from '@docfolio/admin/kinds/lead-statuses';
import { moneyOf } from '@docfolio/admin/records/money';
import type { TimelineEntry } from '@docfolio/contracts/entities/timeline';
import { Link } from '@docfolio/federation/router';
import {
  ArrowLeftRight,
  ChevronDown,
  ChevronUp,
  FolderPlus,
  type LucideIcon,
  StickyNote,
  UserPlus,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FromTo } from './entry-words.js';

interface Part {
  name: string;
  icon: LucideIcon;
  text: ReactNode;
}

/** A collapsible list of what converting a lead to a project created, found and copied. */
export function ConversionParts({ entry, folded: initially }: { entry: TimelineEntry; folded: boolean }) {
  const [choice, setChoice] = useState<boolean>();
  const folded = choice ?? initially;
  const parts = partsOf(entry);
  const Chevron = folded ? ChevronDown : ChevronUp;
  return (
    <div className="mt-1 rounded-note border border-line px-3 py-1.5 text-ui text-muted">
      {!folded && (
        <ul>
          {parts.map(({ name, icon: Icon, text }) => (
            <li key={name} className="flex min-h-7 items-start gap-2.5 py-1">
              <Icon aria-hidden size={14} strokeWidth={1.75} className="mt-0.75 shrink-0" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => setChoice(!folded)}
        className="touch-target relative flex h-7 w-full cursor-pointer items-center gap-2.5 hover:text-ink"
      >
        <Chevron aria-hidden size={14} strokeWidth={1.75} className="text-faint" />
        {folded ? counted(parts.length, 'part') : 'Show less'}
      </button>
    </div>
  );
}

function partsOf(entry: TimelineEntry): Part[] {
  const { conversion, from } = entry;
  if (!conversion) return [];
  const { client, client_created, budget, timeline_estimate, notes, mails } = conversion;
  const carried = [budget === null ? null : moneyOf(budget), timeline_estimate].filter((value) => value !== null);
  const along = [notes > 0 && counted(notes, 'note'), mails > 0 && counted(mails, 'mail')].filter(Boolean);
  return [
    ...(from === null
      ? []
      : [
          {
            name: 'status',
            icon: ArrowLeftRight,
            text: (
              <>
                Lead <FromTo entry={entry} statuses={leadStatuses} />
              </>
            ),
          },
        ]),
    ...(client
      ? [
          {
            name: 'client',
            icon: UserPlus,
            text: (
              <>
                Client{' '}
                <Link
                  to={`/admin/clients/${client.id}`}
                  className="underline decoration-line-strong underline-offset-3 hover:text-ink"
                >
                  {client.label}
                </Link>
                {client_created ? ' created' : ' found'}
              </>
            ),
          },
        ]
      : []),
    {
      name: 'project',
      icon: FolderPlus,
      text: (
        <>
          Project created
          {carried.length > 0 && (
            <>
              {' '}
              with <span className="text-ink">{carried.join(' and ')}</span>
            </>
          )}
        </>
      ),
    },
    ...(along.length > 0 ? [{ name: 'along', icon: StickyNote, text: `${along.join(' and ')} came along` }] : []),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
