import { z } from 'zod';

/** A field that is invisible to people: only bots fill it. The record is stored, flagged and hidden; the sender is not notified. */
export const honeypotField = 'website';
export const honeypot = { [honeypotField]: z.string().nullish() };
