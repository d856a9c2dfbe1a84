import type { PayloadOf } from '@docfolio/contracts/core/event';
import { type confirmationRequested, confirmPath } from '@docfolio/contracts/entities/newsletter';
import { oneClickUrl, unsubscribeUrl } from '../mail/subscription-links.js';

type Wanted = Pick<PayloadOf<typeof confirmationRequested>, 'confirm_token' | 'unsubscribe_token'>;

/** Returns the email that asks to confirm a subscription. It quotes nothing of the form (see acknowledgementMail). */
export function confirmationMail({ confirm_token, unsubscribe_token }: Wanted, siteUrl: string) {
  return {
    subject: 'Confirm your subscription',
    text: [
      'Hello,',
      '',
      'someone, hopefully you, subscribed this address to new posts by email. Please confirm it here:',
      '',
      `${siteUrl}${confirmPath}?token=${confirm_token}`,
      '',
      "If it wasn't you, do nothing: nothing will be sent to an address that isn't confirmed.",
      'To remove it from the list immediately:',
      '',
      unsubscribeUrl(siteUrl, unsubscribe_token),
      '',
      '--',
      siteUrl,
      '',
    ].join('\n'),
    oneClick: oneClickUrl(siteUrl, unsubscribe_token),
  };
}
