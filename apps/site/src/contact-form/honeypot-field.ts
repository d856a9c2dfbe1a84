import type * as contract from '@docfolio/contracts/honeypot';

/** Typed by the contract, whose schemas are loaded with the submission. */
export const honeypotField: typeof contract.honeypotField = 'website';
