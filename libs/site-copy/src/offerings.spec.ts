import { figures, hero } from './home.js';
import { offerings } from './offerings.js';

it('names the four offerings of the specification, each with its features', () => {
  expect(offerings.map(({ title }) => title)).toEqual([
    'Mobile app development',
    'SaaS architecture',
    'AI integration',
    'Technical mentorship',
  ]);
  expect(new Set(offerings.map(({ id }) => id)).size).toBe(4);
  for (const { features } of offerings) expect(features.length).toBeGreaterThanOrEqual(3);
});

it('states the rate and duration of the specification for each offering', () => {
  expect(
    offerings.map(({ rateFrom, duration: { from, to } }) => `from $${rateFrom} per hour, ${from}-${to} weeks`),
  ).toEqual([
    'from $150 per hour, 2-12 weeks',
    'from $200 per hour, 1-6 weeks',
    'from $175 per hour, 1-8 weeks',
    'from $125 per hour, 2-4 weeks',
  ]);
});

it('states the four figures and the eyebrow of the specification on the home page', () => {
  expect(figures.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '100+ projects delivered',
    '20+ countries',
    '20+ developers mentored',
    '15+ years of experience',
  ]);
  expect(hero.eyebrow).toBe('Senior software engineer, 15+ years');
});
