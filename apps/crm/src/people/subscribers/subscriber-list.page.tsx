import { dayColumn, textColumn } from '@docfolio/admin/records/columns';
import { EmailLink } from '@docfolio/admin/records/contact-links';
import { listFilter, optionsOf } from '@docfolio/admin/records/list-filters';
import { reloadStats } from '@docfolio/admin/records/record-cache';
import { capitalised } from '@docfolio/admin/records/record-kind';
import { RecordPage } from '@docfolio/admin/records/record-page';
import { TimeText } from '@docfolio/admin/records/time-text';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import {
  type Subscriber,
  type SubscriberStatus,
  statusOfSubscriber,
  subscriberSorts,
  subscriberSources,
  subscriberStatuses,
} from '@docfolio/contracts/entities/subscriber';
import { Badge, type BadgeTone } from '@docfolio/ui/display/badge';
import { FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import type { Column } from '@docfolio/ui/tables/data-table';
import { useQueryClient } from '@tanstack/react-query';
import { UserCheck, UserX } from 'lucide-react';
import { sourceOf, subscriberKind } from './subscriber-kind.js';

const filters = [
  listFilter('status', 'statuses', optionsOf(subscriberStatuses)),
  listFilter('source', 'sources', optionsOf(subscriberSources)),
];

const tones: Record<SubscriberStatus, BadgeTone> = { active: 'success', unconfirmed: 'warning', inactive: 'neutral' };

const columns: readonly Column<Subscriber>[] = [
  textColumn('email', 'Email', 200, { grow: 320, primary: true, sortable: true }),
  textColumn('name', 'Name', 130, { grow: 220 }),
  { key: 'source', header: 'Source', width: 120, mono: true, text: sourceOf },
  { key: 'status', header: 'Status', width: 120, cell: (subscriber) => <SubscriberBadge subscriber={subscriber} /> },
  dayColumn('subscribed_at', 'Subscribed', 132),
];

export default function SubscriberListPage() {
  const client = useQueryClient();
  const page = useRecordPage(subscriberKind, { sorts: subscriberSorts, filters });
  const toggleItem = (subscriber: Subscriber) => {
    const { id, is_active } = subscriber;
    const words = {
      done: `Subscriber ${is_active ? 'deactivated' : 'activated'} successfully`,
      failed: 'Failed to update subscriber status',
    };
    return {
      label: is_active ? 'Deactivate' : 'Activate',
      icon: is_active ? UserX : UserCheck,
      onSelect: () => page.patch(subscriber, { is_active: !is_active }, words, () => void reloadStats(client)),
      disabled: page.busy.has(id),
      busy: page.patching.has(id),
    };
  };
  return (
    <RecordPage
      page={page}
      columns={columns}
      row={{
        buttons: (subscriber, { remove }) => [toggleItem(subscriber), remove],
        menu: (subscriber, { view, remove }) => [[view, toggleItem(subscriber)], [remove]],
        phone: (subscriber) => ({
          at: subscriber.subscribed_at,
          detail: subscriber.name,
          status: <SubscriberBadge subscriber={subscriber} />,
        }),
      }}
      emptyDetail="Newsletter sign-ups from the blog appear here."
      drawer={(subscriber) => ({
        subtitle: subscriber.name,
        items: [toggleItem(subscriber)],
        children: <SubscriberFields subscriber={subscriber} />,
      })}
    />
  );
}

function SubscriberBadge({ subscriber }: { subscriber: Subscriber }) {
  const status = statusOfSubscriber(subscriber);
  return <Badge tone={tones[status]}>{capitalised(status)}</Badge>;
}

function SubscriberFields({ subscriber }: { subscriber: Subscriber }) {
  const { email, name, subscribed_at, confirmed_at } = subscriber;
  return (
    <FieldList className="mt-5">
      <FieldRow name="Status">
        <SubscriberBadge subscriber={subscriber} />
      </FieldRow>
      <FieldRow name="Email">
        <EmailLink email={email} />
      </FieldRow>
      <FieldRow name="Name">{name}</FieldRow>
      <FieldRow name="Source" mono>
        {sourceOf(subscriber)}
      </FieldRow>
      <FieldRow name="Subscribed">
        <TimeText at={subscribed_at} as="minute" />
      </FieldRow>
      <FieldRow name="Confirmed" fallback="Not yet">
        {confirmed_at && <TimeText at={confirmed_at} as="minute" />}
      </FieldRow>
    </FieldList>
  );
}
