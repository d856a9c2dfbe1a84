import type { CallContext } from '@docfolio/service-kit/rpc/call-context';

/** The e-mail address of the admin who calls, as events name them; null: a visitor. */
export function adminOf(call: CallContext): string | null {
  return call.actor?.email ?? null;
}
