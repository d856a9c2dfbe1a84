import { mails } from '@docfolio/contracts/entities/mail';
import { type MailStats, stats } from '@docfolio/contracts/entities/stats';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { MailService } from './mail.service.js';

@Controller()
export class MailController {
  constructor(private readonly mails: MailService) {}

  @Handle(mails.listFailed)
  listFailed(@Input() query: { after?: string; limit: number }) {
    return this.mails.listFailed(query);
  }

  @Handle(mails.retry)
  retry(@Input() { id }: { id: string }) {
    return this.mails.retry(id);
  }

  @Handle(mails.dismiss)
  dismiss(@Input() { id }: { id: string }) {
    return this.mails.dismiss(id);
  }

  @Handle(stats.mails)
  stats(): Promise<MailStats> {
    return this.mails.stats();
  }
}
