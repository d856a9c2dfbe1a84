/** What is on offer (specification, section 1): four offerings, each with what it holds. */
export interface Offering {
  /** The fragment of its place on the services page. */
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly features: readonly string[];
}

export const offerings: readonly Offering[] = [
  {
    id: 'mobile-app-development',
    title: 'Mobile app development',
    sentence: 'Native and cross-platform apps, from first commit to store release.',
    features: ['iOS and Android', 'Kotlin, Swift, Flutter', 'Offline-first data', 'Store release and CI'],
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
  },
  {
    id: 'technical-mentorship',
    title: 'Technical mentorship',
    sentence: 'One-to-one guidance for developers taking on larger work.',
    features: ['Weekly sessions', 'Code and design reviews', 'Career planning', 'Interview preparation'],
  },
];
