import { experience, role } from './derived.js';
import type { HomeContent } from './home.schema.js';
import { owner } from './site.js';

export const hero: HomeContent['hero'] = {
  eyebrow: `${role}, ${experience}`,
  headline: 'Building better software, empowering developers.',
  lede: 'I help teams ship mobile apps, SaaS platforms and AI features that last, and mentor the developers who build them.',
  focus: ['mobile', 'saas', 'ai'],
};

// Specification, section 1.
export const figures: HomeContent['figures'] = [
  { value: '100+', label: 'projects delivered' },
  { value: '20+', label: 'countries' },
  { value: '20+', label: 'developers mentored' },
  { value: owner.years, label: 'years of experience' },
];
