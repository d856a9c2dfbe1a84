import { join } from 'node:path';
import { newService } from './new-service.js';

const root = join(__dirname, '../../../..');
const dryRun = (...args: string[]) => newService(root, [...args, '--dry-run']);

it('names the files that it would write and change', () => {
  const { created, changed } = dryRun('billing');
  expect(created).toEqual(
    expect.arrayContaining(['libs/contracts/src/entities/billing.ts', 'services/billing/src/process.ts']),
  );
  expect(changed).toEqual(expect.arrayContaining(['package-lock.json', 'k8s/overlays/production/stores.yaml']));
});

it.each([
  ['Billing', 'one word in lower case'],
  ['leads', 'a folder or a container'],
  ['grafana', 'a folder or a container'],
  ['posts', 'a file or an export named posts'],
  ['class', 'a word of JavaScript'],
])('refuses the name %s', (name, problem) => {
  expect(() => dryRun(name)).toThrow(problem);
});
