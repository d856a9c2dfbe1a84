import { z } from 'zod';

/**
 * The honeypot: no person sees this field, so who fills it is a machine. The record is kept, flagged and hidden, and
 * the sender is told nothing.
 */
export const honeypotField = 'website';
export const honeypot = { [honeypotField]: z.string().nullish() };
