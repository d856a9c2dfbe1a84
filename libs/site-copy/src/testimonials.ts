import type { ChosenTestimonial } from './testimonials.schema.js';

/** Fill the mentorship page's three testimonials if fewer are approved and featured, or if they can't be fetched. */
export const testimonials: readonly ChosenTestimonial[] = [
  {
    name: 'Ines Carvalho',
    role: 'Android developer',
    company: 'Rota Norte',
    content:
      'I came with a list of frameworks to learn and left with a way to read code. Half a year later I was the one who explained our sync layer to the new people.',
    rating: 5,
  },
  {
    name: 'Tomasz Zielinski',
    role: 'Backend engineer',
    company: 'Kartograf',
    content:
      'Every session began with my pull requests of that week. It was sometimes uncomfortable and always useful. My designs are smaller now, and they get approved.',
    rating: 5,
  },
  {
    name: 'Amara Nwosu',
    role: 'Engineering lead',
    company: 'Palmgrid',
    content:
      'I had been made a lead without anyone telling me what that is. We worked through hiring, planning and one very difficult conversation. I would do it again.',
    rating: 5,
  },
];
