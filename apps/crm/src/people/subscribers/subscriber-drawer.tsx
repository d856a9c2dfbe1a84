import type { Subscriber } from '@docfolio/contracts/subscriber';
import { FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { EmailLink } from '../../records/contact-links.js';
import { DrawerTools } from '../../records/drawer-tools.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import { TimeText } from '../../records/time-text.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import { sourceOf, subscriberKind } from './subscriber-kind.js';
import { SubscriberBadge, toggleItem } from './subscriber-row.js';
import type { SubscriberActions } from './use-subscriber-actions.js';

interface SubscriberDrawerProps {
  opened: OpenRecord<Subscriber>;
  list: RecordListQuery<Subscriber>;
  actions: SubscriberActions;
}

export function SubscriberDrawer({ opened, list, actions }: SubscriberDrawerProps) {
  return (
    <RecordDrawer
      kind={subscriberKind}
      opened={opened}
      list={list}
      render={(subscriber) => ({
        subtitle: subscriber.name,
        tools: (
          <DrawerTools
            kind={subscriberKind}
            record={subscriber}
            busy={actions.busy.has(subscriber.id)}
            groups={[
              [toggleItem(subscriber, actions.toggle)],
              [deleteItem(() => actions.remove(subscriber, opened.close))],
            ]}
          />
        ),
        children: (
          <FieldList className="mt-5">
            <FieldRow name="Status">
              <SubscriberBadge subscriber={subscriber} />
            </FieldRow>
            <FieldRow name="Email">
              <EmailLink email={subscriber.email} />
            </FieldRow>
            <FieldRow name="Name">{subscriber.name}</FieldRow>
            <FieldRow name="Source" mono>
              {sourceOf(subscriber)}
            </FieldRow>
            <FieldRow name="Subscribed">
              <TimeText at={subscriber.subscribed_at} as="minute" />
            </FieldRow>
            <FieldRow name="Confirmed" fallback="Not yet">
              {subscriber.confirmed_at && <TimeText at={subscriber.confirmed_at} as="minute" />}
            </FieldRow>
          </FieldList>
        ),
      })}
    />
  );
}
