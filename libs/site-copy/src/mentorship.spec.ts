import { mentorship } from './mentorship.js';

it('offers the three programmes of the specification', () => {
  expect(
    mentorship.programmes.map(({ level, price, sessions, months, popular }) => ({
      level,
      offer: `$${price} for ${sessions} sessions over ${months} months, $${Math.round(price / sessions)} each`,
      popular,
    })),
  ).toEqual([
    { level: 'Beginner', offer: '$299 for 4 sessions over 2 months, $75 each', popular: false },
    { level: 'Intermediate', offer: '$599 for 8 sessions over 3 months, $75 each', popular: true },
    { level: 'Advanced', offer: '$899 for 6 sessions over 3 months, $150 each', popular: false },
  ]);
});
