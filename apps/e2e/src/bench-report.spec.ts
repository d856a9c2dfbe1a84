import { changeOf, figuresOf, median, percentile, tableOf } from '../bench/report.mjs';
import { expect, test } from './support/test.js';

const goals = [
  { row: 'form', section: 'forms', what: 'contact form', unit: 'ms', goal: 10 },
  { row: 'rate', section: 'forms', what: 'forms', unit: '/s', goal: 300, higher: true },
  { row: 'cpu', section: 'start', what: 'start: CPU', unit: 's' },
];

test('a figure of the bench passes at its goal and misses beyond it, in the direction that the goal says', () => {
  const verdicts = (form: number, rate: number) =>
    figuresOf(goals, [
      { row: 'form', runs: [form] },
      { row: 'rate', runs: [rate] },
    ]).map(({ verdict }) => verdict);
  expect(verdicts(10, 300)).toEqual(['pass', 'pass']);
  expect(verdicts(10.1, 299)).toEqual(['miss', 'miss']);
  expect(figuresOf(goals, [{ row: 'cpu', runs: [1] }])[0]).not.toHaveProperty('verdict');
});

test('the bench reports the median of the runs, whatever their order, and refuses a row without an entry', () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(figuresOf(goals, [{ row: 'form', runs: [100, 10, 9] }])[0]).toMatchObject({ median: 10, verdict: 'pass' });
  expect(() => figuresOf(goals, [{ row: 'from', runs: [1] }])).toThrow('from');
});

test('a percentile of the bench is one of the values: of a hundred, the 99th leaves out the highest', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.99), percentile(values, 1), percentile([7], 0.5)]).toEqual([99, 100, 7]);
  expect(percentile([], 0.99)).toBeNaN();
});

test('the table of the bench has the rows in the order of the goals, with the unit, the goal and the verdict', () => {
  const table = tableOf(
    figuresOf(goals, [
      { row: 'cpu', runs: [4.125] },
      { row: 'rate', runs: [104], note: '32 at a time' },
    ]),
  );
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['figure', 'row', 'goal', 'measured'],
    ['forms', 'rate', '>= 300 /s', '104 /s', 'miss', '32 at a time'],
    ['start: CPU', 'cpu', '4.13 s'],
  ]);
});

test('the bench compares with an earlier file per row, and marks a change within what the runs scatter', () => {
  const before = figuresOf(goals, [
    { row: 'form', runs: [38, 39, 41] },
    { row: 'rate', runs: [100, 104, 110] },
  ]);
  const now = figuresOf(goals, [
    { row: 'form', runs: [9, 9.75, 10] },
    { row: 'rate', runs: [105, 114.4, 120] },
    { row: 'cpu', runs: [4] },
  ]);
  expect(changeOf(before[0]!, now[0]!)).toEqual({ percent: -75, clear: true });
  const [, form, rate, cpu] = tableOf(now, before)
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(form).toEqual(['contact form', 'form', '<= 10 ms', '39 ms', '9.75 ms', '-75 %', 'pass']);
  expect(rate).toEqual(['forms', 'rate', '>= 300 /s', '104 /s', '114 /s', '+10 % ~', 'miss']);
  expect(cpu).toEqual(['start: CPU', 'cpu', '4 s']);
});
