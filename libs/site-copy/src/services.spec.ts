import { services } from './services.js';

it('lists the four steps of the specification and promises replies within 24 and proposals within 48 hours', () => {
  expect(services.process.steps.map(({ title }) => title)).toEqual([
    'Discovery Call',
    'Proposal & Planning',
    'Implementation',
    'Delivery & Support',
  ]);
  expect(services.process.steps[1]?.text).toContain('within 48 hours');
  expect(services.form.lede).toContain('within 24 hours');
});
