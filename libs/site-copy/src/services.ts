import type { ServicesContent } from './services.schema.js';
import { promises } from './site.js';

// The titles of the steps follow the specification, section 2.
export const services: ServicesContent = {
  title: 'Services',
  lede: 'Four ways to work together. Each starts with a conversation and ends with something your team can run without me.',
  process: {
    title: 'Process',
    steps: [
      { title: 'Discovery Call', text: 'Goals, constraints and what done looks like.' },
      { title: 'Proposal & Planning', text: `Scope, price and plan ${promises.proposal}.` },
      { title: 'Implementation', text: 'Weekly demos, working code from week one.' },
      { title: 'Delivery & Support', text: 'Handover, documentation and follow-up.' },
    ],
  },
  form: {
    title: 'Start a project',
    lede: `Tell me what you are building. You will hear back ${promises.reply}.`,
  },
};
