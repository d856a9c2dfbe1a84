import { parseManifests } from './manifests.js';
import { schemaProblems } from './schema.js';

const deployment = (container: string, more = '') =>
  parseManifests(`
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  ${more}
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [${container}]
`).flatMap(schemaProblems);

it('accepts a Deployment with known fields only', () => {
  expect(
    deployment(
      "{ name: app, image: x, ports: [{ containerPort: 80 }], resources: { limits: { memory: 64Mi } }, env: [{ name: A, value: 'b' }] }",
    ),
  ).toEqual([]);
});

it.each([
  [
    'a misspelt field',
    '{ name: app, livenessProb: { httpGet: { port: 80 } } }',
    '',
    'unknown field /spec/template/spec/containers/0/livenessProb',
  ],
  ['a field of another level', '{ name: app }', 'maxUnavailable: 0', 'unknown field /spec/maxUnavailable'],
  ['a missing required field', '{ image: x }', '', 'name'],
  ['a port that is a text', "{ name: app, ports: [{ containerPort: '80' }] }", '', 'containerPort must be integer'],
  [
    'a value of a variable that is a number',
    '{ name: app, env: [{ name: A, value: 1 }] }',
    '',
    'env/0/value must be string',
  ],
  ['a quantity that is none', '{ name: app, resources: { limits: { memory: 5MMi } } }', '', 'limits/memory'],
])('reports %s', (_, container, more, problem) => {
  expect(deployment(container, more)).toContainEqual(expect.stringContaining(problem));
});

it('reports a kind that does not exist in its API version', () => {
  const [manifest] = parseManifests('{ apiVersion: apps/v1, kind: Ingress, metadata: { name: web } }');
  expect(schemaProblems(manifest!)).toEqual(['Ingress web: unknown kind in apps/v1']);
});

it('reports unknown and missing fields of a KEDA ScaledObject', () => {
  const [manifest] = parseManifests(`
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: leads }
spec:
  scaleTarget: { name: leads }
  triggers: [{ type: redis, metadata: { listName: a } }]
`);
  const problems = schemaProblems(manifest!).join('\n');
  expect(problems).toContain('unknown field /spec/scaleTarget');
  expect(problems).toContain('scaleTargetRef');
});
