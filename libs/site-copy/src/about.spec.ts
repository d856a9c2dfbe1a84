import { about } from './about.js';

it('names the four core values of the specification', () => {
  expect(about.values.map(({ title }) => title)).toEqual([
    'Collaboration',
    'Continuous Learning',
    'Innovation',
    'Global Impact',
  ]);
});

it('claims no more years of experience than the career covers', () => {
  const first = about.career.at(-1)!.since;
  // The year of the version label (specification, section 9).
  expect(2025 - first).toBeGreaterThanOrEqual(15);
  expect(about.profile.experience).toBe('15+ years');
});
