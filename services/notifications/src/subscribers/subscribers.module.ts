import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { SubscriberSubscriber } from './subscriber.subscriber.js';

@Module({ imports: [MailModule], providers: [SubscriberSubscriber] })
export class SubscribersModule {}
