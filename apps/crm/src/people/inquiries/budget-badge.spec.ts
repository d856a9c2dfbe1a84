import { budgetTone } from './budget-badge.js';

test.each([
  ['5k-15k', 'info'],
  ['15k-50k', 'info'],
  ['50k-100k', 'warning'],
  ['100k+', 'warning'],
  ['10k+', 'success'],
  ['more than 50k+', 'success'],
  ['about 10k', 'info'],
  ['to be discussed', 'warning'],
])('shows the budget %s with the tone %s', (range, tone) => expect(budgetTone(range)).toBe(tone));
