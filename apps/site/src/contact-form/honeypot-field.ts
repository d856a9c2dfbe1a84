import type * as contract from '@docfolio/contracts/honeypot';

/** The name of the field; its type holds it to the contract's, whose schemas come with the submission. */
export const honeypotField: typeof contract.honeypotField = 'website';
