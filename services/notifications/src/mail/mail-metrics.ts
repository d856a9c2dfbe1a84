import { addCollector } from '@docfolio/process/metrics/collectors';
import { counter, gauge } from '@docfolio/process/metrics/instruments';
import { SystemFigures } from '@docfolio/service-kit/system/system-figures';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MailDeliveryRepository } from './mail-delivery.repository.js';

const attempts = counter({
  name: 'docfolio_mails_total',
  help: 'Attempts to send an email, by kind and outcome: `sent`, `retry` (later again), `refused` (not again), `unknown` (the connection broke).',
  labels: ['kind', 'outcome'],
});
const failed = gauge({
  name: 'docfolio_mails_failed',
  help: 'Emails that wait for the owner, because they could not be sent. The same in all replicas.',
  aggregator: 'max',
});
const oldestUnsent = gauge({
  name: 'docfolio_mails_oldest_unsent_seconds',
  help: 'Age of the oldest email that is not sent yet; 0 without one. The same in all replicas.',
  aggregator: 'max',
});

/** ms between two counts of failed emails for the System page. */
const failedMailsInterval = 30_000;

/** Counts an attempt. @param kind of the email, or `newsletter` */
export function countAttempt(kind: string, outcome: 'sent' | 'retry' | 'refused' | 'unknown'): void {
  attempts.add({ kind, outcome });
}

@Injectable()
export class MailMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly figures: SystemFigures,
  ) {}

  onApplicationBootstrap(): void {
    this.figures.add('dead_letters', failedMailsInterval, () => this.deliveries.countFailed());
    addCollector({
      name: 'mails',
      gauges: [failed, oldestUnsent],
      read: async () => {
        const [count, since] = await Promise.all([this.deliveries.countFailed(), this.deliveries.oldestUnsent()]);
        return () => {
          failed.set({}, count);
          oldestUnsent.set({}, since ? Math.max(0, Date.now() - since.getTime()) / 1_000 : 0);
        };
      },
    });
  }
}
