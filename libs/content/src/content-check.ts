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
import { links, owner, promises } from './site.js';
import { siteContent } from './site.schema.js';
import { testimonials } from './testimonials.js';
import { chosenTestimonials } from './testimonials.schema.js';

/** Each file of the owner's words, and the schema that it has to keep. */
export const ownersWords: readonly { file: string; schema: z.ZodType; words: unknown }[] = [
  { file: 'site.ts', schema: siteContent, words: { owner, links, promises } },
  { file: 'home.ts', schema: homeContent, words: { hero, figures } },
  { file: 'offerings.ts', schema: offeringList, words: offerings },
  { file: 'about.ts', schema: aboutContent, words: about },
  { file: 'services.ts', schema: servicesContent, words: services },
  { file: 'mentorship.ts', schema: mentorshipContent, words: mentorship },
  { file: 'testimonials.ts', schema: chosenTestimonials, words: testimonials },
  { file: 'portfolio.ts', schema: portfolioContent, words: portfolio },
  { file: 'contact.ts', schema: contactContent, words: contact },
  { file: 'privacy.ts', schema: privacyContent, words: privacy },
];

/** What is wrong with the owner's words, one line each: `site.ts: links.booking: Invalid URL`. Empty when all is well. */
export function contentProblems(all = ownersWords): string[] {
  return all.flatMap(({ file, schema, words }) =>
    (schema.safeParse(words).error?.issues ?? []).map(
      ({ path, message }) => `${file}: ${path.map(String).join('.')}: ${message}`,
    ),
  );
}
