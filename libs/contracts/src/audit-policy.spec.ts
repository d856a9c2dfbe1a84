import { auditPolicyOf, declaredActOf, exemptOperations } from './audit-policy.js';
import { allOperations } from './operations.js';

const writes = allOperations().filter(({ operation }) => operation.method !== 'GET');

it.each(writes.map((named) => [named.name, named] as const))(
  '%s says what it does in the audit trail, or why it is not in it',
  (name, named) => {
    const policy = auditPolicyOf(named)!;
    if (policy.by === 'exempt') {
      expect(policy.reason.length).toBeGreaterThan(10);
      expect(named.operation.access === 'admin' && policy.reason !== 'Changes nothing.').toBe(false);
      return;
    }
    expect({ name, act: declaredActOf(name) }).toEqual({ name, act: policy.act });
  },
);

it('An admin write or a sign-in has an entry before it runs, a form of a visitor has not', () => {
  const by = (access: 'admin' | 'signed-in' | 'public') =>
    writes
      .filter(({ name, operation }) => operation.access === access && !exemptOperations.includes(name))
      .map((named) => ({ name: named.name, by: auditPolicyOf(named)!.by }));
  for (const { name, by: policy } of [...by('admin'), ...by('signed-in')])
    expect({ name, policy }).toEqual({ name, policy: 'call' });
  expect(
    by('public')
      .filter(({ by: policy }) => policy === 'call')
      .map(({ name }) => name),
  ).toEqual(['auth.signIn']);
});

it('Exemptions name operations that exist', () => {
  const names = writes.map(({ name }) => name);
  for (const name of exemptOperations) expect(names).toContain(name);
});

it('Reads are not audited', () => {
  for (const named of allOperations().filter(({ operation }) => operation.method === 'GET'))
    expect(auditPolicyOf(named)).toBeUndefined();
});

it('An operation whose act nobody declared is audited as a change', () => {
  const [named] = writes.filter(({ name }) => name === 'leads.patch');
  expect(auditPolicyOf({ ...named!, name: 'leads.embalm' })).toMatchObject({
    by: 'call',
    act: 'changed',
    kind: 'leads',
  });
});
