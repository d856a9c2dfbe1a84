import { livePath } from '@docfolio/contracts/core/live';
import { type ApiScope, operationKey } from '@docfolio/contracts/core/operation';
import { problems } from '@docfolio/contracts/core/problem';
import { apiTokens } from '@docfolio/contracts/entities/api-token';
import { imageUploadPath } from '@docfolio/contracts/entities/image';
import { buildUploadPath, remotes } from '@docfolio/contracts/entities/remote';
import { allOperations } from '@docfolio/contracts/operations';
import { type HandWrittenRoute, handWrittenRoutes } from '../hand-written-routes.js';
import { apiPrefix } from '../http/api-prefix.js';
import { openApiDocument } from './openapi-document.js';
import { fieldRows } from './reference-fields.js';
import { referencePage } from './reference-page.js';

/** Returns the security that the document must state: tests compare it with what guards do in authorisation.spec.ts. */
function securityOf({ access, scope }: Pick<HandWrittenRoute, 'access'> & { scope?: ApiScope | undefined }) {
  if (access === 'public') return [];
  return scope ? [{ session: [] }, { apiToken: [scope] }] : [{ session: [] }];
}

const named = new Map([['POST /auth/sign-in', ['invalid_credentials' as const]]]);
const operations = allOperations();

interface Described {
  operationId: string;
  security: unknown[];
  parameters?: { name: string; in: string; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<string, { description: string; content: object }>;
}

describe('the OpenAPI document', () => {
  const document = openApiDocument(operations, named);
  const paths = document.paths as Record<string, Record<string, Described>>;
  const described = ({ method, path }: { method: string; path: string }) =>
    paths[path.replace(/:([a-z_]+)/g, '{$1}')]?.[method.toLowerCase()];

  it('describes every operation of the table', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    for (const { name, operation } of operations) {
      const entry = described(operation);
      expect(entry?.operationId).toBe(name);
      expect(entry?.security).toEqual(securityOf(operation));
      expect(Object.keys(entry?.responses ?? {})).toContain(operation.creates ? '201' : '200');
    }
  });

  it('places each field in path, query or body', () => {
    const patch = described({ method: 'PATCH', path: '/admin/leads/:id' });
    expect(patch?.parameters).toEqual([expect.objectContaining({ name: 'id', in: 'path', required: true })]);
    const body = patch?.requestBody?.content['application/json']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual(expect.arrayContaining(['name', 'status', 'version']));
    expect(body?.properties).not.toHaveProperty('id');
    const list = described({ method: 'GET', path: '/admin/leads' });
    expect(list?.requestBody).toBeUndefined();
    expect(list?.parameters?.map((parameter) => parameter.name)).toEqual(
      expect.arrayContaining(['search', 'status', 'sort', 'after', 'limit']),
    );
  });

  it('declares the Idempotency-Key and the problems of a create', () => {
    const submit = described({ method: 'POST', path: '/leads' });
    expect(submit?.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
    expect(Object.keys(submit?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '202', '400', '413', '422', '429', '503']),
    );
    expect(described({ method: 'POST', path: '/auth/sign-in' })?.responses['401']?.description).toContain(
      'invalid_credentials',
    );
  });

  it('describes the live stream', () => {
    const live = described({ method: 'GET', path: livePath });
    expect(live?.security).toEqual([{ session: [] }]);
    expect(Object.keys(live?.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
    expect(Object.keys(live?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '429', '503']));
  });

  it('describes every route that is not an operation, except itself', () => {
    const others = handWrittenRoutes.filter(({ path }) => path.startsWith(apiPrefix) && !/docs|openapi/.test(path));
    expect(others.length).toBeGreaterThan(4);
    for (const { method, path, access, scope } of others) {
      const entry = described({ method, path: path.slice(apiPrefix.length) });
      expect(entry).toMatchObject({ 'x-access': access, security: securityOf({ access, scope }) });
    }
    expect(described({ method: 'GET', path: '/admin/images' })?.operationId).toBe('images.list');
  });

  it('lists the operations that accept API tokens, and their scope', () => {
    const { securitySchemes } = document.components as { securitySchemes: object };
    expect(securitySchemes).toMatchObject({ apiToken: { type: 'http', scheme: 'bearer' } });
    const tokens = [{ session: [] }, { apiToken: ['remotes:write'] }];
    expect(described(remotes.promote)?.security).toEqual(tokens);
    expect(described({ method: 'POST', path: buildUploadPath })?.security).toEqual(tokens);
    for (const entry of [apiTokens.create, { method: 'POST', path: imageUploadPath }, remotes.states])
      expect(JSON.stringify(described(entry)?.security)).not.toContain('apiToken');
  });

  it('declares the problems of a deployment', () => {
    const promote = described(remotes.promote)?.responses;
    expect(promote?.['409']?.description).toMatch(/`conflict`.*`stale`/);
    expect(promote?.['422']?.description).toContain('`build_refused`');
    expect(described(remotes.pin)?.responses['409']?.description).toContain('`stale`');
    expect(described(remotes.publish)?.responses['422']?.description).toContain('`build_refused`');
  });

  it('names recursive schemas', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('$defs');
    const { schemas } = document.components as { schemas: Record<string, object> };
    expect(JSON.stringify(schemas.MarkdownNode)).toContain('"$ref":"#/components/schemas/MarkdownNode"');
    const read = described({ method: 'GET', path: '/posts/:slug' });
    expect(JSON.stringify(read?.responses['200'])).toContain('"$ref":"#/components/schemas/MarkdownNode"');
    expect(read?.responses['301']?.description).toContain('moved');
  });

  it('has no dangling references', () => {
    const text = JSON.stringify(document);
    for (const [, target] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = target!.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found).toBeDefined();
    }
  });
});

describe('the reference page', () => {
  const page = referencePage(operations, named, { stylesheet: '/s.css', document: '/d.json' });

  it('has an anchor for each operation and problem, and no dangling links', () => {
    for (const { name, operation } of operations) {
      expect(page).toContain(`<article id="${name}">`);
      expect(operationKey(operation)).toBeTruthy();
    }
    for (const code of Object.keys(problems)) expect(page).toContain(`<li id="${code}">`);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('has no script and loads nothing from other hosts', () => {
    expect(page).not.toMatch(/<script|style="|https?:\/\//);
  });
});

describe('fields of the reference', () => {
  it('have types, limits and defaults', () => {
    const rows = fieldRows({
      properties: {
        status: { type: 'string', enum: ['new', 'lost'], default: 'new' },
        note: { anyOf: [{ type: 'string', maxLength: 10_000 }, { type: 'null' }] },
        items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } },
      },
      required: ['status'],
    });
    expect(rows).toEqual([
      { name: 'status', type: '"new" | "lost"', required: true, notes: ['default "new"'] },
      { name: 'note', type: 'string | null', required: false, notes: ['at most 10,000 characters'] },
      { name: 'items', type: 'object[]', required: false, notes: [] },
      { name: 'items[].id', type: 'uuid', required: false, notes: [] },
    ]);
  });
});
