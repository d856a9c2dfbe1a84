import fc from 'fast-check';
import { parseOrThrow } from '../core/problem.js';
import { leadListQuery, leadPatch, newLead } from './lead.js';

const sent = { name: 'Maya', email: 'maya@example.com', message: 'Hello', source: 'contact' };

const messagesOf = (input: unknown): Record<string, string> => {
  const result = newLead.safeParse(input);
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
};

describe('newLead', () => {
  it("reports missing fields with the specification's messages", () => {
    const required = { name: 'Name is required', email: 'Email is required', message: 'Message is required' };
    expect(messagesOf({ source: 'contact' })).toEqual(required);
    expect(messagesOf({ name: ' ', email: '', message: '\n', source: 'contact' })).toEqual(required);
  });

  it.each([
    'plain',
    '@',
    'a@',
    '@b',
    'a b@c',
    'a@b.c,d@e.f',
    'a@b;c@d',
    'A <a@b.c>',
    'a@b@c',
    'a@b\r\nBcc: x@y',
    `${'a'.repeat(250)}@b.cd`,
  ])('refuses %j as an address', (email) =>
    expect(messagesOf({ ...sent, email })).toEqual({ email: 'Invalid email address' }),
  );

  it.each(['a@b', 'maya+work@north-peak.co.uk', 'имя@пример.рф', "o'hara@example.com"])(
    'accepts %j as an address',
    (email) => expect(newLead.parse({ ...sent, email: ` ${email} ` }).email).toBe(email),
  );

  it('refuses line breaks in a name, and NUL, lone surrogates and too many characters in any text', () => {
    for (const name of ['a\nb', 'a\rb', 'a\0b', '\ud800', 'x'.repeat(255)])
      expect(messagesOf({ ...sent, name })).toHaveProperty('name');
    for (const message of ['a\0b', 'x\udfff', 'x'.repeat(10_001)])
      expect(messagesOf({ ...sent, message })).toHaveProperty('message');
  });

  it('refuses unknown fields and choices', () => {
    expect(newLead.safeParse({ ...sent, status: 'converted' }).success).toBe(false);
    expect(messagesOf({ ...sent, source: 'tv' })).toEqual({ source: 'Unknown source' });
    expect(messagesOf({ ...sent, budget_range: '1k' })).toEqual({ budget_range: 'Unknown budget range' });
    expect(messagesOf({ ...sent, timeline: 'never' })).toEqual({ timeline: 'Unknown timeline' });
  });

  it('accepts and trims any message that is not blank and can be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (message) => {
        const result = newLead.safeParse({ ...sent, message });
        const storable = message.trim() !== '' && !/[\0\p{Cs}]/u.test(message);
        expect(result.success).toBe(storable);
        if (result.success) expect(result.data.message).toBe(message.trim());
      }),
      { seed: jest.getSeed() },
    );
  });

  it('turns the empty optional fields of an untouched form into null, and leaves absent ones absent', () => {
    expect(newLead.parse({ ...sent, phone: '', budget_range: '', timeline: null })).toEqual({
      ...sent,
      phone: null,
      budget_range: null,
      timeline: null,
    });
  });
});

describe('the honeypot', () => {
  it.each([undefined, null, '', 'http://spam.example', 'x'.repeat(50_000)])(
    'accepts %j without an error',
    (website) => {
      expect(newLead.safeParse({ ...sent, website }).success).toBe(true);
    },
  );
});

describe('leadPatch', () => {
  const id = '123e4567-e89b-42d3-a456-426614174000';

  it('contains only the changed fields', () => {
    expect(leadPatch.parse({ id, status: 'lost' })).toEqual({ id, status: 'lost' });
    expect(leadPatch.parse({ id, phone: '', version: 2 })).toEqual({ id, phone: null, version: 2 });
  });

  it('requires a version, unless only the status or the spam mark changes', () => {
    expect(() => parseOrThrow(leadPatch, { id, name: 'x' })).toThrow('The request is not valid');
    expect(leadPatch.safeParse({ id, status: 'lost', is_spam: true }).success).toBe(true);
  });

  it('refuses internal fields', () => {
    for (const field of ['created_at', 'deleted_at', 'op_hash', 'outbox']) {
      expect(leadPatch.safeParse({ id, [field]: '2026-01-01T00:00:00Z' }).success).toBe(false);
    }
  });
});

describe('leadListQuery', () => {
  it('applies defaults and parses numbers from text', () => {
    expect(leadListQuery.parse({})).toEqual({ sort: '-created_at', limit: 50, spam: 'hide' });
    expect(leadListQuery.parse({ limit: '7' }).limit).toBe(7);
  });

  it.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1e9' },
    { limit: '101' },
    { limit: '' },
    { limit: '7.5' },
    { sort: 'phone' },
    { status: 'open' },
    { search: 'x'.repeat(201) },
    { after: 'a+b' },
    { page: '2' },
    { status: ['new', 'lost'] },
  ])('refuses %j', (query) => expect(() => parseOrThrow(leadListQuery, query)).toThrow('The request is not valid'));
});
