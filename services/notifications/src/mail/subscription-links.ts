import { oneClickPath, unsubscribePath } from '@docfolio/contracts/newsletter';

/** URL of the page with the unsubscribe button. */
export function unsubscribeUrl(siteUrl: string, token: string): string {
  return `${siteUrl}${unsubscribePath}?token=${token}`;
}

/** URL for mail programs (RFC 8058). */
export function oneClickUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/api/v1${oneClickPath}/${token}`;
}
