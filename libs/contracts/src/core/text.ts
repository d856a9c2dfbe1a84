import { z } from 'zod';

/** Default maximum characters of short texts (names, email addresses) and, below, of long ones (messages). */
export const shortTextLimit = 254;
export const longTextLimit = 10_000;

const unstorable = 'Contains characters that cannot be stored';
const noControlCharacters = /^[^\p{Cc}\p{Cs}]*$/u;
const noNulOrLoneSurrogate = /^[^\0\p{Cs}]*$/u;

const tooLong = (limit: number) => `At most ${limit.toLocaleString('en-US')} characters`;

/** Ends the validation of a wrong type: zod would compare its `length`, which throws for `{length:{toString:1}}`. */
const stopAtWrongType = z.check((payload) => {
  if (payload.issues.some(({ code, path }) => code === 'invalid_type' && !path?.length)) payload.aborted = true;
});
// Otherwise zod skips this check, because the value is invalid already.
stopAtWrongType._zod.def.when = () => true;

/** Returns the base schema of texts in inputs. @param message error for a value that is not a string */
export function text(message?: string) {
  return z.string({ error: message }).check(stopAtWrongType);
}

export function arrayOf<T extends z.ZodType>(item: T) {
  return z.array(item).check(stopAtWrongType);
}

/** Returns the schema of one trimmed line. It refuses control characters: a line break could forge an email header. */
export function line(limit = shortTextLimit) {
  return text().trim().max(limit, tooLong(limit)).regex(noControlCharacters, unstorable);
}

/** Returns the schema of a line that must not be empty. @param message error for an empty or missing value */
export function requiredLine(message: string, limit = shortTextLimit) {
  return text(message)
    .trim()
    .min(1, { error: message, abort: true })
    .max(limit, tooLong(limit))
    .regex(noControlCharacters, unstorable);
}

/** Returns the schema of a trimmed text that may be empty or have several lines. @param limit maximum characters */
export function paragraphs(limit = longTextLimit) {
  return text().trim().max(limit, tooLong(limit)).regex(noNulOrLoneSurrogate, unstorable);
}

export function requiredParagraphs(message: string, limit = longTextLimit) {
  return text(message)
    .trim()
    .min(1, { error: message, abort: true })
    .max(limit, tooLong(limit))
    .regex(noNulOrLoneSurrogate, unstorable);
}

/** Makes a schema optional. '' becomes null; absent stays absent, so that a patch doesn't clear the field. */
export function optional<T extends z.ZodType<string>>(schema: T) {
  return schema.nullish().transform((value) => (value === '' ? null : value));
}

/** Returns the schema of an optional choice. '' (an untouched select) becomes null. @param message for other values */
export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  return z
    .union([z.enum(values), z.literal('')], message)
    .nullish()
    .transform((value) => (value === '' ? null : (value as T[number] | null | undefined)));
}

/** Characters that nobody sees: of formats, ignorable ones such as variation selectors and fillers, and the empty Braille cell. */
const invisible = /[\p{Cf}\p{DI}\u2800]/gu;

/**
 * Returns an address as it was meant: copied ones bring invisible characters, a link's `mailto:` and `?subject=`, or the full stops of
 * their sentence along, and input methods an ideographic full stop.
 */
function cleanAddress(address: string): string {
  const clean = address
    .replace(invisible, '')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[\u3002\uff0e\uff61]/g, '.');
  const query = clean.indexOf('?', clean.lastIndexOf('@') + 1);
  // Not by a pattern: in a long text of full stops it would take quadratic time.
  let end = query >= 0 && clean.includes('@') ? query : clean.length;
  while (clean[end - 1] === '.') end -= 1;
  return clean.slice(0, end);
}

/** Schema of one email address (specification, section 5). Refuses `, ; < >` and a second @: they could form a list. */
export const emailAddress = text('Email is required')
  .overwrite(cleanAddress)
  .min(1, { error: 'Email is required', abort: true })
  .max(shortTextLimit, 'Invalid email address')
  .regex(/^[^\s@,;<>\p{Cc}\p{Cs}]+@[^\s@,;<>\p{Cc}\p{Cs}]+$/u, 'Invalid email address')
  .meta({ format: 'email', examples: ['ada@example.com'] });

/**
 * Metadata that states rules in the API document for which JSON Schema has no words.
 * @param messages errors of the rules; `{}` stands for what varies
 */
export const rules = (...messages: string[]) => ({ 'x-rules': messages });

export const urlLimit = 2_000;

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
/** Beginning of a URL up to its path as the API document states it: addresses whose host is a name. */
export const hostPattern = `^https?://(?:${label}\\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?::[0-5]?[0-9]{1,4})?`;

/** Returns the schema of an http(s) URL without credentials. @param message error for an empty or missing value */
export function webAddress(message: string) {
  return requiredLine(message, urlLimit)
    .refine(isWebAddress, 'Invalid URL')
    .meta({
      format: 'uri',
      pattern: `${hostPattern}(?:[/?#][^\\s\\x00-\\x1f\\x7f-\\x9f]*)?$`,
      examples: ['https://example.com/guide'],
    });
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** Returns the option of a schema whose error for an empty or missing value differs from that for an invalid one. */
function errors(missing: string, invalid: string) {
  return { error: ({ input = '' }: { input?: unknown }) => (input === '' || input === null ? missing : invalid) };
}

export function number(message = 'Not a number') {
  return z.number(errors(message, 'Not a number'));
}

/** Maximum amount of money, in the site's currency. */
export const maxAmount = 1_000_000_000;

/** Returns the schema of an amount of money, rounded to two decimals. @param message error for a missing value */
export function money(message?: string) {
  return number(message)
    .min(0, 'Not below 0')
    .max(maxAmount, `At most ${maxAmount.toLocaleString('en-US')}`)
    .transform((amount) => Math.round(amount * 100) / 100);
}

/** Returns the schema of a date as `YYYY-MM-DD`, without a time zone. @param message error for a missing value */
export function day(message = 'Not a date') {
  return z.iso.date(errors(message, 'Not a date'));
}

/** Makes a schema of a format optional. '' (an untouched input) becomes null. @param message for other values */
export function optionalFormat<T extends z.ZodType<string>>(schema: T, message: string) {
  return z
    .union([schema, z.literal('')], message)
    .nullish()
    .transform((value) => (value === '' ? null : value));
}

/** Id of a record: a random UUID, or one of version 8 derived from an Idempotency-Key. */
export const recordId = z.uuid('Not an id');

/** A time in UTC, in ISO 8601 with `Z`: `2025-08-15T12:00:00.000Z`. */
export const timestamp = z.iso.datetime();
