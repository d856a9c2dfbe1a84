import { oneClickPath, unsubscribePath } from '@docfolio/contracts/entities/newsletter';

export function unsubscribeUrl(siteUrl: string, token: string): string {
  return `${siteUrl}${unsubscribePath}?token=${token}`;
}

export function oneClickUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/api/v1${oneClickPath}/${token}`;
}
