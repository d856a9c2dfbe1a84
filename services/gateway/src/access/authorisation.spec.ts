import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import {
  type Access,
  type ApiScope,
  apiScopes,
  type Operation,
  operationKey,
  pathParameters,
} from '@docfolio/contracts/core/operation';
import { apiTokenPrefix } from '@docfolio/contracts/entities/api-token';
import { buildUploadPath } from '@docfolio/contracts/entities/remote';
import { allOperations } from '@docfolio/contracts/operations';
import { getModelToken } from '@docfolio/service-kit/mongo/mongo.module';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { Model } from 'mongoose';
import type { ApiToken } from '../accounts/api-token.js';
import { apiTokensCollection } from '../accounts/collections.js';
import { type HandWrittenRoute, handWrittenRoutes } from '../hand-written-routes.js';
import { apiPrefix } from '../http/api-prefix.js';
import type { FixtureService } from '../testing/fixture-service.js';
import { startWorld, type World } from '../testing/world.js';

// Generates a test per operation and hand-written route, so that new ones are covered without a new test.

const operations = allOperations();
const services = [...new Set(operations.map(({ operation }) => operation.service))].filter(
  (name) => name !== 'gateway',
);

const sessionRoles = ['anonymous', 'non-admin', 'admin', 'deactivated admin', 'forged'] as const;
const tokenRoles = [
  'API token with the scope',
  'API token without scopes',
  'API token of a deactivated admin',
  'unknown API token',
  'revoked API token',
] as const;
const roles = [...sessionRoles, ...tokenRoles] as const;
type SessionRole = (typeof sessionRoles)[number];
type Role = (typeof roles)[number];
type Refusal = [status: number, code: string] | null;

/** Refusal of each role before the operation runs; null: none. */
const refusals: Record<Access, Record<SessionRole, Refusal>> = {
  public: { anonymous: null, 'non-admin': null, admin: null, 'deactivated admin': null, forged: null },
  'signed-in': {
    anonymous: [401, 'not_signed_in'],
    'non-admin': null,
    admin: null,
    'deactivated admin': null,
    forged: [401, 'token_invalid'],
  },
  admin: {
    anonymous: [401, 'not_signed_in'],
    'non-admin': [403, 'not_allowed'],
    admin: null,
    'deactivated admin': [403, 'not_allowed'],
    forged: [401, 'token_invalid'],
  },
};

const isSessionRole = (role: Role): role is SessionRole => (sessionRoles as readonly Role[]).includes(role);

/** Returns how a route refuses a role: API tokens only get into routes with their scope. */
function refusalOf({ access, scope }: Pick<HandWrittenRoute, 'access'> & { scope?: ApiScope | undefined }, role: Role) {
  if (isSessionRole(role)) return refusals[access][role];
  if (access === 'public' || (role === 'API token with the scope' && scope)) return null;
  const isGenuine = role !== 'unknown API token' && role !== 'revoked API token';
  return isGenuine ? ([403, 'not_allowed'] as const) : ([401, 'token_invalid'] as const);
}

let world: World;
const tokens = {} as Record<Role, string | undefined>;
const behind: FixtureService[] = [];

beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' } });
  for (const service of services) behind.push(await world.startService({ service }));
  const [user, admin, former] = [
    await world.makeUser('user'),
    await world.makeUser('admin'),
    await world.makeUser('admin'),
  ];
  const tokenOf = async (email: string) => (await world.signIn(email)).access_token;
  tokens['non-admin'] = await tokenOf(user);
  tokens.admin = await tokenOf(admin);
  tokens['deactivated admin'] = await tokenOf(former);
  tokens.forged = `${tokens.admin.slice(0, -4)}AAAA`;
  const apiToken = async (session: string) => {
    const body = { name: 'CI', scopes: apiScopes };
    return (await world.api('POST', '/admin/api-tokens', { token: session, body })).body as {
      id: string;
      token: string;
    };
  };
  tokens['API token with the scope'] = (await apiToken(tokens.admin)).token;
  tokens['API token of a deactivated admin'] = (await apiToken(tokens['deactivated admin'])).token;
  const [powerless, revoked] = [await apiToken(tokens.admin), await apiToken(tokens.admin)];
  tokens['API token without scopes'] = powerless.token;
  tokens['revoked API token'] = revoked.token;
  tokens['unknown API token'] = apiTokenPrefix + 'A'.repeat(43);
  const stored = world.app.get<Model<ApiToken>>(getModelToken(apiTokensCollection));
  await stored.updateOne({ _id: powerless.id }, { $set: { scopes: [] } });
  await world.api('DELETE', `/admin/api-tokens/${revoked.id}`, { token: tokens.admin });
  await world.accounts.deactivate(former);
});
afterAll(() => world.stop());

/** Calls an operation with unknown ids and a body that no contract accepts. */
function call(operation: Operation, role: Role) {
  const path = pathParameters(operation.path).reduce(
    (at, name) => at.replace(`:${name}`, randomUUID()),
    operation.path,
  );
  const hasBody = operation.method === 'POST' || operation.method === 'PATCH';
  const body = hasBody ? { body: { nobody_declares_this: true } } : {};
  return world.api(operation.method, path, { token: tokens[role], ...body });
}

describe.each(operations.map(({ name, operation }) => [name, operation] as const))('%s', (name, operation) => {
  it.each(roles)(`allows or refuses a caller who is %s as its declared access says`, async (role) => {
    const reachedBefore = behind.reduce((sum, service) => sum + service.reached.length, 0);
    const answer = await call(operation, role);
    const expected = refusalOf(operation, role);
    const where = `${name} (${operationKey(operation)})`;
    if (expected) {
      expect({ where, status: answer.status, body: answer.body }).toMatchObject({
        where,
        status: expected[0],
        body: { code: expected[1] },
      });
      expect(behind.reduce((sum, service) => sum + service.reached.length, 0)).toBe(reachedBefore);
    } else {
      // Any response but a refusal of access.
      expect({ where, refused: [401, 403].includes(answer.status) }).toEqual({ where, refused: false });
    }
  });
});

/** Returns the status and problem code of a response, without waiting for the end of a stream. */
function beginningOf(method: string, path: string, role: Role): Promise<[status: number, code: string | undefined]> {
  const token = tokens[role];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: world.port, method, path, headers, agent: false },
      (incoming) => {
        const status = incoming.statusCode!;
        if (status < 400) {
          outgoing.destroy();
          return resolve([status, undefined]);
        }
        let text = '';
        incoming.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        incoming.on('end', () => resolve([status, (JSON.parse(text) as { code?: string }).code]));
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe.each(handWrittenRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  it.each(roles)('allows or refuses a caller who is %s as its declared access says', async (role) => {
    const [status, code] = await beginningOf(route.method, route.path, role);
    const expected = refusalOf(route, role);
    if (expected) expect([status, code]).toEqual(expected);
    else expect([401, 403]).not.toContain(status);
  });
});

it('The tests of access cover every route of the gateway', () => {
  const known = [
    ...operations.map(({ operation: { method, path } }) => `${method} ${apiPrefix}${path}`),
    ...handWrittenRoutes.map(({ method, path }) => `${method} ${path}`),
  ];
  const controllers = [...world.app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  const routes = controllers.flatMap(({ metatype }) => {
    const base = String(Reflect.getMetadata(PATH_METADATA, metatype!)).replace(/^\/$/, '');
    return Object.getOwnPropertyNames(metatype!.prototype).flatMap((name) => {
      const handler: unknown = metatype!.prototype[name];
      // Nest stores the controller's base path on the constructor.
      const path =
        typeof handler === 'function' && name !== 'constructor'
          ? Reflect.getMetadata(PATH_METADATA, handler)
          : undefined;
      if (path === undefined) return [];
      return [`${RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler as object)]} ${base}${path}`];
    });
  });
  expect(routes.sort()).toEqual(known.sort());
});

it('API tokens are accepted by operations and routes of remotes only', () => {
  const accepting = operations.filter(({ operation }) => operation.scope).map(({ name }) => name);
  expect(accepting.length).toBeGreaterThan(0);
  expect(accepting.filter((name) => !/^remote(s|Reports)\./.test(name))).toEqual([]);
  expect(handWrittenRoutes.filter(({ scope }) => scope).map(({ path }) => path)).toEqual([apiPrefix + buildUploadPath]);
});

it('The tests of access cover every declared access', () => {
  expect(new Set(operations.map(({ operation }) => operation.access))).toEqual(new Set(Object.keys(refusals)));
});
