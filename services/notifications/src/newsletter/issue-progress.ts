import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NewsletterDeliveryRepository } from './newsletter-delivery.repository.js';
import { NewsletterIssueRepository } from './newsletter-issue.repository.js';

/** ms between two updates of an issue. */
const interval = 500;

/** Publishes throttled progress updates of issues. */
@Injectable()
export class IssueProgress implements OnModuleDestroy {
  /** Issues within their interval, and whether they have changed in it. */
  private readonly told = new Map<string, { changed: boolean; timer: NodeJS.Timeout | undefined }>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly issues: NewsletterIssueRepository,
    private readonly deliveries: NewsletterDeliveryRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Schedules a progress update (fire and forget). */
  touch(issueId: string): void {
    const told = this.told.get(issueId);
    if (told) {
      told.changed = true;
      return;
    }
    this.told.set(issueId, { changed: false, timer: undefined });
    const telling = this.tell(issueId)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'newsletter progress not published'))
      .finally(() => {
        this.underWay.delete(telling);
        this.rest(issueId);
      });
    this.underWay.add(telling);
  }

  /** Publishes the progress now. */
  async tell(issueId: string): Promise<void> {
    await this.issues.tell(issueId, await this.deliveries.standing(issueId));
  }

  async onModuleDestroy(): Promise<void> {
    const left = [...this.told].filter(([, { changed }]) => changed).map(([issueId]) => issueId);
    for (const { timer } of this.told.values()) clearTimeout(timer);
    await Promise.all(this.underWay);
    await Promise.all(left.map((issueId) => this.tell(issueId)));
  }

  private rest(issueId: string): void {
    const told = this.told.get(issueId);
    if (!told) return;
    told.timer = setTimeout(() => {
      this.told.delete(issueId);
      if (told.changed) this.touch(issueId);
    }, interval);
  }
}
