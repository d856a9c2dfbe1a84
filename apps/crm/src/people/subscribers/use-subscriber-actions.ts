import { type Subscriber, subscribers } from '@docfolio/contracts/subscriber';
import { useQueryClient } from '@tanstack/react-query';
import { reloadStats } from '../../records/record-cache.js';
import { type RecordActions, useRecordActions, useRecordPatch } from '../../records/use-record-actions.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { subscriberKind } from './subscriber-kind.js';

export interface SubscriberActions extends RecordActions<Subscriber> {
  toggle: (subscriber: Subscriber) => void;
}

export function useSubscriberActions(): SubscriberActions {
  const client = useQueryClient();
  const { busy: removing, remove } = useRecordActions(subscriberKind);
  const { busy: toggling, patch } = useRecordPatch(subscriberKind, subscribers.patch);
  return {
    busy: new Set([...removing, ...toggling]),
    remove,
    toggle: useStableHandler((subscriber: Subscriber) =>
      patch(
        subscriber,
        { is_active: !subscriber.is_active },
        {
          done: `Subscriber ${subscriber.is_active ? 'deactivated' : 'activated'} successfully`,
          failed: 'Failed to update subscriber status',
        },
        () => void reloadStats(client),
      ),
    ),
  };
}
