import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { maskedPayload, maskedText } from './masked-payload.js';

const shown = (data: unknown) => JSON.parse(maskedPayload(data)) as unknown;

/** Returns the longest run of characters of `text` that the masked text contains. */
function longestSurvivor(text: string, masked: string): string {
  const characters = [...text];
  let longest = '';
  for (let from = 0; from < characters.length; from += 1)
    for (let to = from + 1; to <= characters.length; to += 1) {
      const part = characters.slice(from, to).join('');
      if (!masked.includes(part)) break;
      if (part.length > longest.length) longest = part;
    }
  return longest;
}

/** Texts that a person may enter: without the dots of the mask, which would seem to survive. */
const entered = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.lorem({ maxCount: 12 }), fc.webUrl(), fc.string())
  .filter((text) => !/[•…"\\]/.test(text) && JSON.stringify(text) === `"${text}"`);
const field = fc.constantFrom('name', 'email', 'message', 'phone', 'company', 'note', 'anything', 'value', 'tags');

it('Nothing longer than two characters survives of a text that a person entered, wherever it stands', () => {
  fc.assert(
    fc.property(entered, field, (text, name) => {
      fc.pre(!/@.*\.[a-z]/i.test(text));
      for (const data of [{ [name]: text }, { input: { [name]: [text, { [name]: text }] } }]) {
        const masked = JSON.stringify(
          Object.values(shown(data) as object).map((value) =>
            typeof value === 'string' ? value : Object.values(value),
          ),
        ).replace(/"(name|email|message|phone|company|note|anything|value|tags)":/g, '');
        expect([...longestSurvivor(text, masked)].length).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: 500 },
  );
});

it('Of an email address only first letters and the top-level domain survive', () => {
  expect(maskedText('adalove@lovelace.example')).toBe('a••••••@l•••••••.example');
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const top = address.slice(address.lastIndexOf('.'));
      const masked = maskedText(address).replace(top, '');
      expect(longestSurvivor(address.replace(top, ''), masked).length).toBeLessThanOrEqual(2);
    }),
  );
});

it('Ids, dates, numbers and codes of the platform are shown', () => {
  const id = randomUUID();
  const data = {
    delivery_id: `${id}_lead_owner`,
    lead_id: id,
    at: '2026-11-26T10:00:00.000Z',
    operation: 'POST /leads',
    source: 'contact_form',
    state: 'unsent',
    count: 3,
    is_test: true,
    nothing: null,
  };
  expect(shown(data)).toEqual(data);
  expect(shown({ event_id: id, name: 'lead.created', payload: { name: 'ada.lovelace' } })).toEqual({
    event_id: id,
    name: 'lead.created',
    payload: { name: 'a••••••••' },
  });
});

it('What looks like an id, a date or a code is masked in a personal field, and so is a single word anywhere', () => {
  const data = { name: randomUUID(), phone: '2026-11-26', note: 'contact_form', nickname: 'ada', city: 'london' };
  for (const value of Object.values(shown(data) as Record<string, string>)) expect(value).toMatch(/^.•+( .•+)*$/u);
  expect(JSON.stringify(shown({ message: { lead_id: 'ada', source: 'lovelace' } }))).not.toMatch(/ada|lovelace/);
});

it('Fields whose name is a text of a person are masked too', () => {
  expect(JSON.stringify(shown({ 'ada@lovelace.example': 1 }))).not.toContain('lovelace');
});

it('Depth and size are bounded', () => {
  let deep: unknown = 'ada';
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  expect(maskedPayload(deep).length).toBeLessThan(2_000);
  const many = Array.from({ length: 100 }, () => ({ texts: Array<string>(100).fill('word '.repeat(200)) }));
  expect(maskedPayload(many)).toHaveLength(10_002);
});
