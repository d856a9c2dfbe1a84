import { withoutValues } from '@docfolio/process/without-values';

/**
 * A store cannot be used at start, so that the process ends, to be started again: the store may be late, or be mended. The
 * message is one sentence for the operator, which names the setting, and contains no credentials.
 */
export class UnusableStoreError extends Error {
  override readonly name = 'UnusableStoreError';

  constructor(setting: string, address: string, reason: string) {
    super(withoutValues(`${setting}: ${address} cannot be used: ${reason.replace(/\.$/, '')}.`));
    // The sentence says it all: lines of a stack would hide it.
    delete this.stack;
  }
}
