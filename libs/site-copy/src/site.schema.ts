import { z } from 'zod';

const httpsUrl = z.url({ protocol: /^https$/ });

export const siteContent = z.strictObject({
  owner: z.strictObject({
    name: z.string().min(1).max(40),
    tagline: z.string().min(1).max(40),
    initials: z.string().regex(/^[a-z]{2}$/),
    role: z.string().min(1),
    experience: z.string().min(1),
    location: z.string().min(1),
    /** IANA name. */
    timeZone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone)),
  }),
  links: z.strictObject({
    github: httpsUrl,
    linkedin: httpsUrl,
    /** Mentoring is booked on an external platform. */
    booking: httpsUrl,
  }),
  /** How soon the owner promises to reply (specification, section 9). */
  promises: z.strictObject({ enquiry: z.string(), proposal: z.string() }),
});

export type SiteContent = z.output<typeof siteContent>;
