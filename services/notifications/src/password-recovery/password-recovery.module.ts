import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { PasswordRecoverySubscriber } from './password-recovery.subscriber.js';

@Module({ imports: [MailModule], providers: [PasswordRecoverySubscriber] })
export class PasswordRecoveryModule {}
