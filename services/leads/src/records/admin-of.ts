import type { CallContext } from '@docfolio/service-kit/rpc/call-context';

/** Returns the email address of the calling admin, as events name it; null for a visitor. */
export function adminOf(call: CallContext): string | null {
  return call.actor?.email ?? null;
}
