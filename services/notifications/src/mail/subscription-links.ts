import { oneClickPath, unsubscribePath } from '@docfolio/contracts/newsletter';

/** The page that ends a subscription by a button. */
export function unsubscribeUrl(siteUrl: string, token: string): string {
  return `${siteUrl}${unsubscribePath}?token=${token}`;
}

/** What a mail program posts to for its reader (RFC 8058). */
export function oneClickUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/api/v1${oneClickPath}/${token}`;
}
