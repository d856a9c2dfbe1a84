import type { z } from 'zod';
import { about } from './about.js';
import { aboutContent } from './about.schema.js';
import { contact } from './contact.js';
import { contactContent } from './contact.schema.js';
import { figures, hero } from './home.js';
import { homeContent } from './home.schema.js';
import { mentorship } from './mentorship.js';
import { mentorshipContent } from './mentorship.schema.js';
import { offerings } from './offerings.js';
import { offeringList } from './offerings.schema.js';
import { portfolio } from './portfolio.js';
import { portfolioContent } from './portfolio.schema.js';
import { privacy } from './privacy.js';
import { privacyContent } from './privacy.schema.js';
import { services } from './services.js';
import { servicesContent } from './services.schema.js';
import { currency, links, owner, promises } from './site.js';
import { siteContent } from './site.schema.js';
import { testimonials } from './testimonials.js';
import { chosenTestimonials } from './testimonials.schema.js';

export const contentFiles: readonly { file: string; schema: z.ZodType; content: unknown }[] = [
  { file: 'site.ts', schema: siteContent, content: { owner, links, promises, currency } },
  { file: 'home.ts', schema: homeContent, content: { hero, figures } },
  { file: 'offerings.ts', schema: offeringList, content: offerings },
  { file: 'about.ts', schema: aboutContent, content: about },
  { file: 'services.ts', schema: servicesContent, content: services },
  { file: 'mentorship.ts', schema: mentorshipContent, content: mentorship },
  { file: 'testimonials.ts', schema: chosenTestimonials, content: testimonials },
  { file: 'portfolio.ts', schema: portfolioContent, content: portfolio },
  { file: 'contact.ts', schema: contactContent, content: contact },
  { file: 'privacy.ts', schema: privacyContent, content: privacy },
];

/** Returns the violations of the schemas, one line each: `site.ts: links.booking: Invalid URL`. */
export function contentProblems(files = contentFiles): string[] {
  return files.flatMap(({ file, schema, content }) =>
    (schema.safeParse(content).error?.issues ?? []).map(
      ({ path, message }) => `${file}: ${path.map(String).join('.')}: ${message}`,
    ),
  );
}
