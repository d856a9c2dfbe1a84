import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '@docfolio/local/workspace';
import { parse } from 'yaml';

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface RuleFile {
  groups: { name: string; rules: Rule[] }[];
}

export interface Alarm extends Rule {
  alert: string;
}

export const folder = join(findRoot(), 'infra/observability');
export const rulesFile = join(folder, 'prometheus/rules.yml');
export const dashboardsFolder = join(folder, 'grafana/dashboards');

export function readRules(): Rule[] {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as RuleFile;
  return groups.flatMap(({ rules }) => rules);
}

export const readAlarms = (): Alarm[] => readRules().filter((rule): rule is Alarm => rule.alert !== undefined);

/** Returns the stored dashboards by their file names. */
export function readDashboards(): Record<string, string> {
  const names = readdirSync(dashboardsFolder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dashboardsFolder, name), 'utf8')]));
}

interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

/** Returns the expressions of all dashboards. */
export function dashboardExpressions(): string[] {
  const stored = Object.values(readDashboards()).map((text) => JSON.parse(text) as Dashboard);
  return stored.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
}

/** Returns the names of the platform's series and recording rules in an expression. */
export const namesIn = (expression: string): string[] => [
  ...new Set(expression.match(/\bdocfolio[_:][a-zA-Z0-9_:]+/g) ?? []),
];
