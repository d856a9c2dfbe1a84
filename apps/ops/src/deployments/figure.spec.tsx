import type { BuildStatistics } from '@docfolio/contracts/entities/remote-report';
import { render } from '@testing-library/react';
import { statisticsWith } from '../../test/deployments-gateway.js';
import { figureKinds } from './build-statistics.js';
import { Figure, FigureLine } from './figure.js';

const good = statisticsWith();
const kind = (key: string) => figureKinds.find((each) => each.key === key)!;
const textOf = (key: string, statistics: BuildStatistics | undefined) => {
  const { container } = render(<Figure of={kind(key)} statistics={statistics} />);
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

describe('the line of a figure', () => {
  const withHours = (lcps: (number | null)[]) =>
    statisticsWith({ hours: lcps.map((lcp) => ({ loads: 100, failure_rate: 0, lcp, cls: null, inp: null })) });
  const rising = withHours(Array.from({ length: 24 }, (_, hour) => 1_000 + hour));
  const linesOf = (statistics?: BuildStatistics, stable?: BuildStatistics) => {
    const { container } = render(
      <FigureLine of={kind('lcp')} statistics={statistics} stable={stable} tone="info" width={38} height={20} />,
    );
    return Array.from(container.querySelectorAll('polyline'), (line) =>
      line
        .getAttribute('points')!
        .split(' ')
        .filter(Boolean)
        .map((point) => point.split(',').map(Number)),
    );
  };

  test('goes from the first to the last hour, with 12 % air above and below', () => {
    const [, line] = linesOf(rising);
    expect(line).toHaveLength(24);
    expect(line![0]).toEqual([1, 17.6]);
    expect(line![23]).toEqual([36, 2.4]);
  });

  test('shares its scale with the line of the stable build', () => {
    const [stable, line] = linesOf(rising, withHours(Array<number>(24).fill(1_046)));
    expect(stable![0]).toEqual([1, 2.4]);
    expect(line![23]).toEqual([36, 10]);
  });

  test('begins where a build that is younger than a day has its first report', () => {
    const [, line] = linesOf(withHours([...Array<null>(22).fill(null), 1_000, 1_100]));
    expect(line).toEqual([
      [34.48, 17.6],
      [36, 2.4],
    ]);
  });

  test('is missing without reports and under 100 page loads', () => {
    expect(linesOf(withHours(Array<null>(24).fill(null)))).toEqual([]);
    expect(linesOf({ ...rising, loads: 99 })).toEqual([]);
    expect(linesOf(undefined, rising)).toEqual([]);
  });

  test('has no line of a stable build under 100 page loads behind it', () => {
    const [stable, line] = linesOf(rising, { ...good, loads: 99 });
    expect(stable).toEqual([]);
    expect(line).toHaveLength(24);
  });
});
