import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { LeadSubscriber } from './lead.subscriber.js';

@Module({ imports: [MailModule], providers: [LeadSubscriber] })
export class LeadsModule {}
