import type { BuildStatistics } from '@docfolio/contracts/remote-report';
import { render } from '@testing-library/react';
import { figureKinds } from './build-statistics.js';
import { Figure } from './figure.js';

const figures = { loads: 1_284, failure_rate: 0.0006, lcp: 1_680, cls: 0.02, inp: 118 };
const good: BuildStatistics = { ...figures, build: null, hours: Array.from({ length: 24 }, () => figures) };
const textOf = (key: string, statistics: BuildStatistics | undefined) => {
  const { container } = render(<Figure of={figureKinds.find((kind) => kind.key === key)!} statistics={statistics} />);
  return container.textContent;
};

test.each([
  ['failures', '0.06 %'],
  ['lcp', '1.68 s'],
  ['cls', '0.02'],
  ['inp', '118 ms'],
])('shows the figure %s as %s', (key, words) => {
  expect(textOf(key, good)).toBe(words);
});

test('marks a figure over its limit, also for screen readers', () => {
  expect(textOf('lcp', { ...good, lcp: 2_510 })).toBe('2.51 s, over the limit');
  expect(textOf('lcp', { ...good, lcp: 2_500 })).toBe('2.50 s');
});

test('shows no figure under 100 page loads', () => {
  expect(textOf('inp', { ...good, loads: 99 })).toBe('too few');
});

test('shows a dash for a figure that was not measured', () => {
  expect(textOf('cls', { ...good, cls: null })).toBe('–no data yet');
  expect(textOf('failures', { ...good, loads: 0, failure_rate: null })).toBe('–no data yet');
  expect(textOf('cls', undefined)).toBe('–no data yet');
});
