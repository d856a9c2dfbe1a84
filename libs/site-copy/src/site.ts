import type { SiteContent } from './site.schema.js';

/** Facts about the owner, shown by pages, feeds, emails, icons and link previews. */
export const owner: SiteContent['owner'] = {
  name: 'Alex Morgan',
  tagline: 'Software consulting',
  role: 'Senior Software Engineer',
  years: '15+',
  offer: 'mobile app development, SaaS architecture, AI integration and technical mentorship',
  location: 'Lisbon, Portugal',
  timeZone: 'Europe/Lisbon',
};

/** All links are optional. Without `booking`, mentoring is arranged through the contact form. */
export const links: SiteContent['links'] = {
  github: 'https://github.com/alexmorgan-dev',
  linkedin: 'https://www.linkedin.com/in/alexmorgan-dev',
  booking: 'https://mentoring.example.com/alexmorgan',
};

export const promises: SiteContent['promises'] = {
  reply: 'within 24 hours',
  proposal: 'within 48 hours',
};

/** ISO 4217 code of all prices and budgets. */
export const currency: SiteContent['currency'] = 'USD';

/** Version of the site, as pages show it (specification, section 9). */
export const versionLabel: string = 'v2025.8.15';

export const siteTitle = `${owner.name} · ${owner.tagline}`;
