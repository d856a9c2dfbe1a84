// `npm run docs`: writes the generated documents. With `--check`, exits with 1 if one is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launcherVariables } from '@docfolio/local/launcher-variables';
import { findRoot } from '@docfolio/local/workspace';
import { dashboards, toGrafana } from '@docfolio/observability/dashboards';
import { prometheusRule } from '@docfolio/observability/prometheus-rule';
import { commonConfig } from '@docfolio/process/config';
import { parse } from 'yaml';
import { composeVariables } from '../compose/compose-variables.js';
import { missingProcess } from '../processes/alarms.js';
import { placedFile } from '../processes/backend.js';
import { catalogueFile, databaseNamesFile } from '../processes/catalogue.js';
import { composeSecretMounts, composeSecretVolumes, composeServices } from '../processes/compose.js';
import { declaredProcesses } from '../processes/declared.js';
import { dockerTargets, imageContents } from '../processes/dockerfile.js';
import { kubernetesFiles, migrationSettings, secretsTable } from '../processes/kubernetes.js';
import { withRegion } from '../processes/region.js';
import { configurationPage } from './configuration-page.js';
import { envExample } from './env-example.js';
import { processFields, sideProgramFields } from './process-fields.js';
import { referencedVariables } from './referenced-variables.js';

const root = findRoot();
const check = process.argv.includes('--check');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const processes = await declaredProcesses(root);
const perProcess = processFields(processes);
const fields = [...perProcess.flatMap((each) => each.fields), ...sideProgramFields(processes)];

/** Settings of every process, and those in the ConfigMaps of k8s/base that several processes read. */
const sharedSettings = new Set([
  ...Object.keys(commonConfig),
  ...(parse(read('k8s/base/kustomization.yaml')) as { configMapGenerator: { literals: string[] }[] }).configMapGenerator
    .flatMap(({ literals }) => literals)
    .map((literal) => literal.split('=')[0] ?? ''),
]);

const regions: Record<string, Record<string, string>> = {
  'docker-compose.yml': {
    'secrets of the processes': composeSecretMounts(processes),
    processes: composeServices(processes),
    'volumes of the secrets': composeSecretVolumes(processes),
  },
  'infra/docker/Dockerfile': { targets: dockerTargets(processes) },
  'k8s/README.md': { secrets: secretsTable(processes) },
  'k8s/base/tasks.yaml': { 'settings of the processes': migrationSettings(processes, sharedSettings) },
  'infra/observability/prometheus/rules.yml': { processes: missingProcess(processes) },
  'infra/observability/prometheus/prometheus.yml': {
    targets: `        names: [${processes.map(({ name }) => name).join(', ')}]`,
  },
};
const withRegions = (file: string) =>
  Object.entries(regions[file] ?? {}).reduce((text, [name, content]) => withRegion(text, name, content), read(file));
/** Files with generated parts. */
const mixed = Object.fromEntries(Object.keys(regions).map((file) => [file, withRegions(file)]));
const referenced = referencedVariables([mixed['docker-compose.yml'], read('docker-compose.tls.yml')].join('\n'));

const documents: Record<string, string> = {
  'infra/tasks/src/processes.ts': catalogueFile(processes),
  'infra/backend/src/processes.ts': placedFile(root, processes),
  'infra/backup/src/sources/database-names.ts': databaseNamesFile(processes),
  'infra/docker/images.json': imageContents(processes),
  ...mixed,
  ...Object.fromEntries(
    Object.entries(kubernetesFiles(processes, sharedSettings)).map(([name, text]) => [
      `k8s/base/processes/${name}`,
      text,
    ]),
  ),
  'docs/configuration.md': configurationPage(perProcess, launcherVariables),
  '.env.example': envExample(referenced, composeVariables, fields),
  'k8s/components/metrics/rules.yaml': prometheusRule(mixed['infra/observability/prometheus/rules.yml'] ?? ''),
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
