import type { Offering } from './offerings.schema.js';

export type { Offering } from './offerings.schema.js';

/** The services on offer, shown on the home and services pages (specification, sections 1 and 9). */
export const offerings: readonly Offering[] = [
  {
    id: 'mobile-app-development',
    title: 'Mobile app development',
    sentence: 'Native and cross-platform apps, from first commit to store release.',
    features: ['iOS and Android', 'Kotlin, Swift, Flutter', 'Offline-first data', 'Store release and CI'],
    rateFrom: 150,
    duration: { from: 2, to: 12 },
  },
  {
    id: 'saas-architecture',
    title: 'SaaS architecture',
    sentence: 'Foundations that hold from ten customers to ten thousand.',
    features: [
      'Multi-tenant data models',
      'Billing, roles and audit',
      'Cost and scaling reviews',
      'Observability from day one',
    ],
    rateFrom: 200,
    duration: { from: 1, to: 6 },
  },
  {
    id: 'ai-integration',
    title: 'AI integration',
    sentence: 'Language models at work in your product, measured and honest.',
    features: [
      'Retrieval over your data',
      'Evaluation before launch',
      'Guardrails and fallbacks',
      'Cost and latency budgets',
    ],
    rateFrom: 175,
    duration: { from: 1, to: 8 },
  },
  {
    id: 'technical-mentorship',
    title: 'Technical mentorship',
    sentence: 'One-to-one guidance for developers taking on larger work.',
    features: ['Weekly sessions', 'Code and design reviews', 'Career planning', 'Interview preparation'],
    rateFrom: 125,
    duration: { from: 2, to: 4 },
  },
];
