import { derivedFields, type RecordTraits } from './record.schema.js';

const traits: RecordTraits = { fields: ['amount'], search: [], sort: ['amount'], computed: {}, indexes: [] };
const keyOf = (amount: unknown) => derivedFields(traits, { amount }).sort_keys!.amount!;

describe('the sort key', () => {
  it('of numbers sorts as they do, absent ones first', () => {
    const rising = [null, -1e300, -1_000, -2.5, -0.001, 0, 5e-324, 0.1, 1, 9, 10, 99.99, 100, 2 ** 53, 1e300];
    const keys = rising.map(keyOf);
    expect([...keys].sort()).toEqual(keys);
    expect(new Set(keys).size).toBe(rising.length);
  });

  it('of zero is the same for both signs', () => {
    expect(keyOf(-0)).toBe(keyOf(0));
  });

  it('of text is folded, of a time its ISO text', () => {
    expect(keyOf('ÄRGER')).toBe(keyOf('ärger'));
    expect(keyOf(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });
});
