import type { SiteContent } from './site.schema.js';

/** The site's owner. The site, the shell and the web process read these facts from here. */
export const owner: SiteContent['owner'] = {
  name: 'Alex Morgan',
  tagline: 'Software consulting',
  initials: 'am',
  role: 'Senior Software Engineer',
  experience: '15+ years',
  location: 'Lisbon, Portugal',
  timeZone: 'Europe/Lisbon',
};

export const links: SiteContent['links'] = {
  github: 'https://github.com/alexmorgan-dev',
  linkedin: 'https://www.linkedin.com/in/alexmorgan-dev',
  booking: 'https://mentoring.example.com/alexmorgan',
};

export const promises: SiteContent['promises'] = {
  enquiry: 'within 24 hours',
  proposal: 'within 48 hours',
};

/** Specification, section 9. */
export const versionLabel = 'v2025.8.15';

export const siteTitle = `${owner.name} · ${owner.tagline}`;
