import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NewsletterDeliveryRepository } from './newsletter-delivery.repository.js';
import { NewsletterIssueRepository } from './newsletter-issue.repository.js';

/** Minimum ms between two progress updates of an issue. */
const interval = 500;

@Injectable()
export class IssueProgress implements OnModuleDestroy {
  /** Issues updated less than an interval ago, and whether they have changed since. */
  private readonly throttled = new Map<string, { changed: boolean; timer: NodeJS.Timeout | undefined }>();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly issues: NewsletterIssueRepository,
    private readonly deliveries: NewsletterDeliveryRepository,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Schedules a progress update, at most one per `interval` (fire and forget). */
  touch(issueId: string): void {
    const throttle = this.throttled.get(issueId);
    if (throttle) {
      throttle.changed = true;
      return;
    }
    this.throttled.set(issueId, { changed: false, timer: undefined });
    const publishing = this.publish(issueId)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'newsletter progress not published'))
      .finally(() => {
        this.inFlight.delete(publishing);
        this.rest(issueId);
      });
    this.inFlight.add(publishing);
  }

  async publish(issueId: string): Promise<void> {
    await this.issues.storeProgress(issueId, await this.deliveries.standing(issueId));
  }

  async onModuleDestroy(): Promise<void> {
    const left = [...this.throttled].filter(([, { changed }]) => changed).map(([issueId]) => issueId);
    for (const { timer } of this.throttled.values()) clearTimeout(timer);
    await Promise.all(this.inFlight);
    await Promise.all(left.map((issueId) => this.publish(issueId)));
  }

  private rest(issueId: string): void {
    const throttle = this.throttled.get(issueId);
    if (!throttle) return;
    throttle.timer = setTimeout(() => {
      this.throttled.delete(issueId);
      if (throttle.changed) this.touch(issueId);
    }, interval);
  }
}
