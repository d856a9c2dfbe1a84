import type { Subscriber } from '@docfolio/contracts/subscriber';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Badge } from '@docfolio/ui/display/badge';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Trash2, UserCheck, UserX } from 'lucide-react';
import { memo } from 'react';
import { deleteItem, RecordMenu, type RecordMenuItem, viewItem } from '../../records/record-menu.js';
import { Dot, TimeText } from '../../records/time-text.js';
import type { SubscriberActions } from './use-subscriber-actions.js';

export function SubscriberBadge({ subscriber }: { subscriber: Subscriber }) {
  return subscriber.is_active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>;
}

const toggleOf = ({ is_active }: Subscriber) =>
  is_active ? ({ label: 'Deactivate', icon: UserX } as const) : ({ label: 'Activate', icon: UserCheck } as const);

export const toggleItem = (subscriber: Subscriber, toggle: SubscriberActions['toggle']): RecordMenuItem => ({
  ...toggleOf(subscriber),
  onSelect: () => toggle(subscriber),
});

interface SubscriberRowActionsProps {
  subscriber: Subscriber;
  busy: boolean;
  /** The handlers must be stable, because rows are memoised. */
  toggle: SubscriberActions['toggle'];
  remove: SubscriberActions['remove'];
}

export const SubscriberRowActions = memo(function SubscriberRowActions(props: SubscriberRowActionsProps) {
  const { subscriber, busy, toggle, remove } = props;
  const { label, icon: Icon } = toggleOf(subscriber);
  return (
    <>
      <IconButton label={`${label} ${subscriber.email}`} size="sm" busy={busy} onClick={() => toggle(subscriber)}>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={`Delete ${subscriber.email}`}
        size="sm"
        aria-disabled={busy}
        onClick={() => !busy && remove(subscriber)}
      >
        <Trash2 aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  );
});

interface SubscriberPhoneRowOptions {
  subscriber: Subscriber;
  actions: SubscriberActions;
  onView: (subscriber: Subscriber) => void;
}

/** Returns the parts of a subscriber's row on a phone. */
export function subscriberPhoneRow({ subscriber, actions, onView }: SubscriberPhoneRowOptions): PhoneRowParts {
  return {
    meta: (
      <>
        <TimeText at={subscriber.subscribed_at} as="short" />
        {subscriber.name && (
          <>
            <Dot />
            {subscriber.name}
          </>
        )}
      </>
    ),
    status: <SubscriberBadge subscriber={subscriber} />,
    actions: (
      <RecordMenu
        label={`Actions for ${subscriber.email}`}
        className="size-11"
        busy={actions.busy.has(subscriber.id)}
        groups={[
          [viewItem(() => onView(subscriber)), toggleItem(subscriber, actions.toggle)],
          [deleteItem(() => actions.remove(subscriber))],
        ]}
      />
    ),
  };
}
