import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NewsletterDeliveryRepository } from './newsletter-delivery.repository.js';
import { NewsletterIssueRepository } from './newsletter-issue.repository.js';

/** Milliseconds between two accounts of one issue: twice a second is as live as anybody can read. */
const interval = 500;

/** Counts what has become of an issue's mails and says so: soon after each change, but not after every one. */
@Injectable()
export class IssueProgress implements OnModuleDestroy {
  /** Issues that have just been told of, and whether something has changed since. */
  private readonly told = new Map<string, { changed: boolean; timer: NodeJS.Timeout | undefined }>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly issues: NewsletterIssueRepository,
    private readonly deliveries: NewsletterDeliveryRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Something has become of a mail. Nobody waits for its being told. */
  touch(issueId: string): void {
    const told = this.told.get(issueId);
    if (told) {
      told.changed = true;
      return;
    }
    this.told.set(issueId, { changed: false, timer: undefined });
    const telling = this.tell(issueId)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'the progress of an issue was not told'))
      .finally(() => {
        this.underWay.delete(telling);
        this.rest(issueId);
      });
    this.underWay.add(telling);
  }

  /** Tells of it now. */
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
