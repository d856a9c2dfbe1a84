import { z } from 'zod';
import { line, sentence } from './text.schema.js';

const httpsUrl = z.url({ protocol: /^https$/ });

export const siteContent = z.strictObject({
  owner: z.strictObject({
    name: line.max(40),
    tagline: line.max(40),
    role: line,
    /** Years of experience, as a figure: `15+`. */
    years: z.string().regex(/^\d{1,2}\+?$/),
    /** The offerings as part of a sentence, for the page descriptions that search engines show. */
    offer: sentence,
    location: line,
    /** The owner's time zone as an IANA name: `Europe/Zurich`. */
    timeZone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone)),
  }),
  links: z.strictObject({
    github: httpsUrl.optional(),
    linkedin: httpsUrl.optional(),
    /** URL of an external platform on which visitors book mentoring. */
    booking: httpsUrl.optional(),
  }),
  /** How soon the owner promises a reply and a proposal (specification, section 9). */
  promises: z.strictObject({ reply: line, proposal: line }),
  currency: z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code)),
});

export type SiteContent = z.output<typeof siteContent>;
