import type { HomeContent } from './home.schema.js';
import { owner } from './site.js';

export const hero: HomeContent['hero'] = {
  eyebrow: `${owner.role.charAt(0)}${owner.role.slice(1).toLowerCase()}, ${owner.experience}`,
  headline: 'Building better software, empowering developers.',
  lede: 'I help teams ship mobile apps, SaaS platforms and AI features that last, and mentor the developers who build them.',
  focus: ['mobile', 'saas', 'ai'],
};

/** Specification, section 1. */
export const figures: HomeContent['figures'] = [
  { value: '100+', label: 'projects delivered' },
  { value: '20+', label: 'countries' },
  { value: '20+', label: 'developers mentored' },
  { value: '15+', label: 'years of experience' },
];
