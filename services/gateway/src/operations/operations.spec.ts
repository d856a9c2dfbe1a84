import { operation } from '@docfolio/contracts/core/operation';
import { auth } from '@docfolio/contracts/entities/session';
import { allOperations } from '@docfolio/contracts/operations';
import { z } from 'zod';
import { handlers } from '../app.module.js';
import { Answers, findHandlers } from './answers.js';
import { operationsController } from './operations.controller.js';

class OtherHandlers {
  @Answers(auth.me)
  async me() {
    return { user: { id: '', email: '', created_at: '' }, is_admin: false };
  }
}

const foreign = operation({
  service: 'leads',
  method: 'GET',
  path: '/elsewhere',
  access: 'public',
  input: z.strictObject({}),
  output: z.object({}),
  summary: "Not the gateway's.",
});

class ForeignHandlers {
  @Answers(foreign)
  async elsewhere() {
    return {};
  }
}

describe('the operation table', () => {
  it('has a handler for each operation of the gateway', () => {
    const found = findHandlers(allOperations(), handlers);
    expect([...found.keys()].sort()).toEqual(
      [
        'GET /admin/api-tokens',
        'GET /admin/audit',
        'GET /admin/audit/:id',
        'GET /admin/audit/options',
        'POST /admin/audit/export',
        'POST /admin/api-tokens',
        'DELETE /admin/api-tokens/:id',
        'POST /admin/remote-overrides',
        'POST /remote-overrides/check',
        'GET /admin/system',
        'POST /admin/system/backups',
        'POST /admin/system/backups/verify',
        'GET /admin/system/queues/:queue/jobs',
        'GET /admin/system/queues/:queue/jobs/:job',
        'POST /admin/system/queues/:queue/jobs/:job/retry',
        'DELETE /admin/system/queues/:queue/jobs/:job',
        'POST /admin/system/queues/:queue/retry',
        'GET /auth/me',
        'POST /auth/password',
        'POST /auth/recovery',
        'POST /auth/recovery/check',
        'POST /auth/recovery/complete',
        'POST /auth/refresh',
        'POST /auth/sign-in',
        'POST /auth/sign-out',
      ].sort(),
    );
  });

  it('throws if a handler is missing, duplicated or belongs to another service', () => {
    expect(() => findHandlers(allOperations(), handlers.slice(1))).toThrow(
      'auth.signIn (POST /auth/sign-in) has no handler',
    );
    expect(() => findHandlers(allOperations(), [...handlers, OtherHandlers])).toThrow('GET /auth/me has two handlers');
    expect(() => findHandlers(allOperations(), [...handlers, ForeignHandlers])).toThrow('not the gateway');
  });

  it.each([undefined, 'everybody', 'constructor'])('throws if the access of an operation is %s', (access) => {
    const unsafe = { name: 'leads.unsafe', operation: { ...foreign, access: access as never } };
    expect(() => operationsController([unsafe], new Map())).toThrow('leads.unsafe (GET /elsewhere) does not say who');
  });
});
