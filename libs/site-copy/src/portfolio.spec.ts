import { portfolio } from './portfolio.js';
import { caseStudy, portfolioContent } from './portfolio.schema.js';

it('shows four case studies, with and without a code link, and three hackathons', () => {
  expect(portfolio.caseStudies.list).toHaveLength(4);
  expect(portfolio.caseStudies.list.filter(({ codeUrl }) => codeUrl).length).toBeGreaterThan(0);
  expect(portfolio.caseStudies.list.filter(({ codeUrl }) => !codeUrl).length).toBeGreaterThan(0);
  expect(portfolio.hackathons.list).toHaveLength(3);
});

it('refuses links without https and two case studies with the same id', () => {
  const [first, ...others] = portfolio.caseStudies.list;
  for (const liveUrl of ['javascript:alert(1)', 'http://plain.example.com', '/relative']) {
    expect(caseStudy.safeParse({ ...first, liveUrl }).success).toBe(false);
  }
  const twice = [first, { ...others[0], id: first?.id }, ...others.slice(1)];
  const content = { ...portfolio, caseStudies: { ...portfolio.caseStudies, list: twice } };
  expect(portfolioContent.safeParse(content).error?.issues.map(({ message }) => message)).toEqual([
    'two have the same id',
  ]);
});
