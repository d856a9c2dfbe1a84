import { recoveryLifetime, recoveryPath } from '@docfolio/contracts/entities/session';
import { secretPlaceholder } from '../mail/mail-delivery.schema.js';

/** Returns the email with the link to reset a password, with `secretPlaceholder` in place of the link's token. */
export function recoveryMail(siteUrl: string) {
  return {
    subject: 'Reset your password',
    text: [
      'Hello,',
      '',
      'someone, hopefully you, asked for a link to choose a new password. It works once, for ' +
        `${recoveryLifetime / 60} minutes:`,
      '',
      `${siteUrl}${recoveryPath}#${secretPlaceholder}`,
      '',
      "If it wasn't you, do nothing: your password stays as it is.",
      '',
      '--',
      siteUrl,
      '',
    ].join('\n'),
  };
}
