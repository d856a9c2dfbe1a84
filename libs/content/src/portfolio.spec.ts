import { portfolio } from './portfolio.js';
import { caseStudy, portfolioContent } from './portfolio.schema.js';

it('shows four case studies, at least one of them with its code, and three hackathons', () => {
  expect(portfolio.caseStudies.list).toHaveLength(4);
  expect(portfolio.caseStudies.list.filter(({ codeUrl }) => codeUrl).length).toBeGreaterThan(0);
  expect(portfolio.caseStudies.list.filter(({ codeUrl }) => !codeUrl).length).toBeGreaterThan(0);
  expect(portfolio.hackathons.list).toHaveLength(3);
});

it('takes no link that could run something, and no case study twice', () => {
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
