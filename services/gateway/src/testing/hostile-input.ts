import { Agent, request } from 'node:http';
import { type Operation, operationKey, pathParameters } from '@docfolio/contracts/core/operation';
import { type FieldError, ProblemError, problems } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { allOperations } from '@docfolio/contracts/operations';
import fc from 'fast-check';
import { describedIn, inputOf, isStated, resolve, statedIn } from './described-operations.js';
import type { FixtureService } from './fixture-service.js';
import { type HostileRequest, hostileRequests } from './hostile-requests.js';
import { allowedBy } from './schema-arbitrary.js';
import { startWorld, type World } from './world.js';

/** Requests in flight. */
const concurrency = 32;

const operations = allOperations().map(({ operation }) => operation);
const services = [...new Set(operations.map(({ service }) => service))].filter((name) => name !== 'gateway');

interface Sent {
  status: number;
  id: string;
  text: string;
}

interface Gateway {
  port: number;
  agent: Agent;
  token: string;
}

function send(method: string, { path, body }: HostileRequest, { port, agent, token }: Gateway): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path: `/api/v1${path}`, headers, agent },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode!, id: String(incoming.headers['x-request-id']), text }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Returns a handler that refuses with a code of the status that the API document names, 404 and 409 in turn. Every operation names
 * `rate_limited`. A status that the document does not name is then the gateway's.
 */
function namedRefusals(operation: Operation): () => Promise<never> {
  const { responses } = describedIn(operation);
  const named = (['not_found', 'conflict'] as const).filter((code) => problems[code].status in responses);
  let calls = 0;
  return () => Promise.reject(new ProblemError(named[calls++ % named.length] ?? 'rate_limited'));
}

const handlers = Object.fromEntries(operations.map((each) => [operationKey(each), namedRefusals(each)]));

/** Returns the request of an input, as a client sends it. */
function requestOf({ method, path: template }: Operation, input: object): HostileRequest {
  const values = new Map(Object.entries(input));
  const path = pathParameters(template).reduce((rest, name) => {
    const value = encodeURIComponent(String(values.get(name)));
    values.delete(name);
    return rest.replace(`:${name}`, value);
  }, template);
  if (method === 'POST' || method === 'PATCH') return { path, body: JSON.stringify(Object.fromEntries(values)) };
  const query = new URLSearchParams([...values].map(([name, value]): [string, string] => [name, String(value)]));
  return { path: `${path}?${query}`, body: undefined };
}

/**
 * Adds the tests that send hostile requests to each operation, and what the API document allows. `--seed=N` repeats a run.
 * @param each requests per operation
 */
export function testHostileInput(each: number): void {
  let world: World;
  const behind: FixtureService[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

  beforeAll(async () => {
    // Also of sign-ins: the requests contain many with wrong passwords, and the tests sign in from the same address.
    const limits = ['FORMS', 'REQUESTS', 'SIGN_IN_ACCOUNT', 'SIGN_IN_ADDRESS'];
    world = await startWorld({ env: Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '10000000'])) });
    for (const service of services) behind.push(await world.startService({ service, handlers }));
  });
  afterAll(async () => {
    agent.destroy();
    await world.stop();
  });

  it('responds to hostile requests without 5xx, and forwards no refused request to a service', async () => {
    const seed = jest.getSeed();
    const email = await world.makeUser('admin');
    const statuses = new Map<number, number>();
    const refused = new Set<string>();
    const failures: unknown[] = [];
    let token: string;
    let signedInAt: number;
    const signIn = async () => {
      ({ access_token: token } = await world.signIn(email));
      signedInAt = Date.now();
    };
    await signIn();
    for (const [index, operation] of operations.entries()) {
      // The access token lives for five minutes.
      if (Date.now() - signedInAt! > 60_000) await signIn();
      const pending = fc.sample(hostileRequests(operation), { numRuns: each, seed: seed + index });
      const worker = async () => {
        for (let next = pending.pop(); next; next = pending.pop()) {
          const { status, id, text } = await send(operation.method, next, { port: world.port, agent, token });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 400) refused.add(id);
          if (status === 200 && operation === auth.signOut) await signIn();
          if (status >= 500)
            failures.push({
              operation: operationKey(operation),
              ...next,
              body: next.body?.slice(0, 500),
              status,
              text,
            });
        }
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
    }
    console.info(Object.fromEntries(statuses));
    expect({ seed, failures: failures.slice(0, 5) }).toEqual({ seed, failures: [] });
    const reached = behind.flatMap((service) => service.reached.map(({ context }) => context.requestId));
    expect(reached.filter((id) => refused.has(id))).toEqual([]);
    expect([...statuses.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(each * operations.length);
  }, 900_000);

  it('responds to what the API document allows with a status that it names, and not as to an invalid request', async () => {
    const seed = jest.getSeed();
    const email = await world.makeUser('admin');
    const failures: unknown[] = [];
    let token = '';
    let signedInAt = Number.NEGATIVE_INFINITY;
    for (const operation of operations) {
      // Some operations end the session, and the access token lives for five minutes.
      if (operation.path.startsWith('/auth') || Date.now() - signedInAt > 60_000) {
        ({ access_token: token } = await world.signIn(email));
        signedInAt = Date.now();
      }
      const schema = inputOf(operation);
      const { responses } = describedIn(operation);
      for (const input of fc.sample(allowedBy(schema, resolve), { numRuns: Math.ceil(each / 4), seed })) {
        const sent = await send(operation.method, requestOf(operation, input as object), { ...world, agent, token });
        const { code, errors = [] } = JSON.parse(sent.text || '{}') as { code?: string; errors?: FieldError[] };
        const messages = errors.map(({ path, message }) => `${path}: ${message}`);
        const isRefused = code === 'validation_failed' && !isStated(messages, statedIn(schema));
        if (isRefused || !(sent.status in responses))
          failures.push({ operation: operationKey(operation), input, ...sent });
      }
    }
    expect({ seed, failures: failures.slice(0, 5) }).toEqual({ seed, failures: [] });
  }, 900_000);
}
