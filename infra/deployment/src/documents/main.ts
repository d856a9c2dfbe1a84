// `npm run docs`: writes the generated documents. With `--check`, exits with 1 if one is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launcherVariables } from '@docfolio/local/launcher-variables';
import { adminTask } from '@docfolio/local/processes';
import { findRoot } from '@docfolio/local/workspace';
import { dashboards, toGrafana } from '@docfolio/observability/dashboards';
import { prometheusRule } from '@docfolio/observability/prometheus-rule';
import { composeVariables } from '../compose/compose-variables.js';
import { configurationPage } from './configuration-page.js';
import { envExample } from './env-example.js';
import { loadProcessFields, loadTaskFields } from './process-fields.js';
import { processVariables } from './process-variables.js';
import { referencedVariables } from './referenced-variables.js';

const root = findRoot();
const check = process.argv.includes('--check');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const processes = await loadProcessFields(root);
const tasks = await loadTaskFields(root);
const admin = tasks.filter(({ task }) => task === adminTask);
// Web first, because its defaults win: .env sets variables that web shares with the gateway for web.
const webFirst = [...processes].sort((a, b) => Number(b.process === 'web') - Number(a.process === 'web'));
const fields = [...webFirst, ...admin].flatMap((each) => each.fields);
const referenced = referencedVariables(['docker-compose.yml', 'docker-compose.tls.yml'].map(read).join('\n'));

const documents: Record<string, string> = {
  'docs/configuration.md': configurationPage(processes, launcherVariables),
  '.env.example': envExample(referenced, composeVariables, fields),
  'infra/local/src/process-variables.ts': processVariables([
    ...processes,
    ...tasks.map((each) => ({ entry: each.task.entry, fields: each.fields })),
  ]),
  'k8s/components/metrics/rules.yaml': prometheusRule(),
  ...Object.fromEntries(
    dashboards.map((dashboard) => [
      `infra/observability/grafana/dashboards/${dashboard.uid}.json`,
      toGrafana(dashboard),
    ]),
  ),
};

for (const [name, content] of Object.entries(documents)) {
  const path = join(root, name);
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === content;
  if (isCurrent) continue;
  if (check) {
    console.error(`${name} is out of date: run npm run docs`);
    process.exitCode = 1;
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${name} written`);
}
