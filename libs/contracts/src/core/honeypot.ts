import { z } from 'zod';

/** A form field that people cannot see, so only bots fill it in. Such submissions are stored, but hidden as spam. */
export const honeypotField = 'website';
export const honeypot = { [honeypotField]: z.string().nullish() };
