import type * as contract from '@docfolio/contracts/honeypot';

/** Name of the hidden field that only bots fill in. The contract's type ensures the value without loading zod. */
export const honeypotField: typeof contract.honeypotField = 'website';
