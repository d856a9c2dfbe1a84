import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sweepMails } from './mail.jobs.js';
import { MailService } from './mail.service.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';

/** ms between sweeps, and the age from which the sweep requeues an unsent email. */
const sweepInterval = 10 * 60_000;
const sweepSize = 500;

/** Periodically requeues unsent emails, as Redis may have lost their jobs. A no-op for an email whose job exists. */
@Injectable()
export class MailSweeper implements OnApplicationBootstrap {
  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly mails: MailService,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(sweepMails, {}, sweepInterval);
  }

  @WorksOn(sweepMails)
  async sweep(): Promise<void> {
    const before = new Date(Date.now() - sweepInterval);
    for (const round of await this.deliveries.unsentBefore(before, sweepSize)) await this.mails.send(round);
  }
}
