import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRoot } from '@docfolio/local/workspace';
import { stringify } from 'yaml';
import { type AlarmCase, alarmCases } from './alarm-cases.js';
import { dashboardExpressions, folder, namesIn, type Rule, readAlarms, readRules, rulesFile } from './files.js';
import { outputOf, promtool, runPromtool } from './promtool.js';

const alarms = readAlarms();
const operations = readFileSync(join(findRoot(), 'docs/operations.md'), 'utf8');
const isCi = ![undefined, '', '0', 'false'].includes(process.env.CI);

/** Returns the section of docs/operations.md with a title; undefined if there is none. */
function sectionOf(title: string): string | undefined {
  const [, after] = operations.split(`\n### ${title}\n`);
  return after?.split(/\n##+ /)[0];
}

describe('each alarm', () => {
  it.each(alarms.map((alarm) => [alarm.alert, alarm] as const))(
    '%s has severity, summary and runbook',
    (name, alarm) => {
      expect(['critical', 'warning', 'info']).toContain(alarm.labels?.severity);
      expect(alarm.annotations?.summary).toMatch(/\S/);
      expect(alarm.annotations?.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
      const section = sectionOf(name);
      for (const part of ['Meaning', 'First look', 'Cure']) expect(section).toContain(`**${part}**`);
    },
  );

  it('has a test, and no test is of an alarm that does not exist', () => {
    expect(Object.keys(alarmCases).sort()).toEqual(alarms.map(({ alert }) => alert).sort());
  });
});

it('has a name that no other rule has', () => {
  const names = readRules().map(({ alert, record }) => alert ?? record);
  expect(new Set(names).size).toBe(names.length);
});

/** Returns an alarm and the recording rules that it needs: evaluating all rules takes five times as long. */
function neededFor(name: string): Rule[] {
  const rules = readRules();
  const needed = new Set(rules.filter(({ alert }) => alert === name));
  for (const { expr } of needed) {
    const names = namesIn(expr);
    for (const rule of rules) if (rule.record && names.includes(rule.record)) needed.add(rule);
  }
  return rules.filter((rule) => needed.has(rule));
}

/** Returns a test of promtool: how many alarms of a name fire. */
function unitTest(name: string, { series, at = 20 }: AlarmCase['fires'], step: number, count: number) {
  return {
    interval: `${step}m`,
    name,
    input_series: series.map(([labelled, values]) => ({ series: labelled, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${name}", alertstate="firing"})`,
        eval_time: `${at}m`,
        exp_samples: count > 0 ? [{ labels: '{}', value: count }] : [],
      },
    ],
  };
}

// A machine of the CI must have promtool: there nothing is skipped.
const describeWithPromtool = 'missing' in promtool && !isCi ? describe.skip : describe;
if ('missing' in promtool) process.stderr.write(`Alarms are not tested: ${promtool.missing}\n`);

describeWithPromtool(`promtool${'missing' in promtool ? ` (${promtool.missing})` : ''}`, () => {
  let work: string;
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'docfolio-alarms-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  /** Writes a file of tests, with only the rules that the alarm needs, and returns its path. */
  const writeTest = (name: string, one: AlarmCase['fires'], step: number, count: number) => {
    const file = join(work, `${name}-${count}.yml`);
    const rules = join(work, `${name}-rules.yml`);
    writeFileSync(rules, stringify({ groups: [{ name, rules: neededFor(name) }] }));
    const tests = [unitTest(name, one, step, count)];
    writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: `${step}m`, tests }));
    return file;
  };

  /** Output of one run of promtool for all alarms, because each start of it takes as long as a test. */
  let results: string;
  beforeAll(() => {
    const files = Object.entries(alarmCases).flatMap(([name, { fires, quiet, step = 1, count = 1 }]) => [
      writeTest(name, fires, step, count),
      writeTest(name, quiet, step, 0),
    ]);
    results = outputOf('test', 'rules', ...files);
  });

  it('accepts the rules and the configuration', () => {
    expect(runPromtool('check', 'rules', '--lint=all', '--lint-fatal', rulesFile)).toContain('SUCCESS');
    const settings = readFileSync(join(folder, 'prometheus/prometheus.yml'), 'utf8');
    const file = join(work, 'prometheus.yml');
    writeFileSync(file, settings.replaceAll('/etc/prometheus/rules.yml', rulesFile));
    expect(runPromtool('check', 'config', file)).toContain('SUCCESS');
  });

  it('accepts the expressions of the dashboards', () => {
    const rules = dashboardExpressions().map((expr, index) => ({
      record: `dashboard:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(work, 'dashboards.yml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboards', rules }] }));
    expect(runPromtool('check', 'rules', file)).toContain(`SUCCESS: ${rules.length} rules`);
  });

  it.each(Object.entries(alarmCases))('sees %s fire, and not fire', (name, { count = 1 }) => {
    for (const expected of [count, 0]) {
      const [, after = 'promtool did not test it'] = results.split(
        `Unit Testing:  ${join(work, `${name}-${expected}.yml`)}\n`,
      );
      expect(after.split('Unit Testing:')[0]!.trim()).toBe('SUCCESS');
    }
  });

  it('reports an alarm that fires when it should not', () => {
    const file = writeTest('DeadLetters', alarmCases.DeadLetters!.fires, 1, 0);
    expect(() => runPromtool('test', 'rules', file)).toThrow('promtool failed');
  });
});
