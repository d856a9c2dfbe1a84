import { call } from '@docfolio/api-client/call';
import { isProblem } from '@docfolio/api-client/problem';
import { subscriptions } from '@docfolio/contracts/newsletter';

export type SubscriptionAct = 'confirm' | 'unsubscribe';

/**
 * Does what a mail's link is for. Twice is once.
 * @returns false for a link that is none of ours, or whose subscription has ended. It rejects as `call` does.
 */
export async function actOnSubscription(act: SubscriptionAct, token: string): Promise<boolean> {
  const operation = subscriptions[act];
  if (!operation.input.safeParse({ token }).success) return false;
  try {
    await call(operation, { token });
    return true;
  } catch (error) {
    if (isProblem(error) && error.code === 'not_found') return false;
    throw error;
  }
}
