import { owner } from './site.js';

/** The words of the home page. */
export const hero = {
  eyebrow: `${owner.role.charAt(0)}${owner.role.slice(1).toLowerCase()}, ${owner.experience}`,
  headline: 'Building better software, empowering developers.',
  lede: 'I help teams ship mobile apps, SaaS platforms and AI features that last, and mentor the developers who build them.',
  /** What the code card says the owner works on. */
  focus: ['mobile', 'saas', 'ai'],
} as const;

export interface Figure {
  readonly value: string;
  readonly label: string;
}

/** Specification, section 1. */
export const figures: readonly Figure[] = [
  { value: '100+', label: 'projects delivered' },
  { value: '20+', label: 'countries' },
  { value: '20+', label: 'developers mentored' },
  { value: '15+', label: 'years of experience' },
];
