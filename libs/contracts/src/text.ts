import { z } from 'zod';

/** Characters of a short field (a name, an address) and of a long one (a message). */
export const shortTextLimit = 254;
export const longTextLimit = 10_000;

const unstorable = 'Contains characters that cannot be stored';
const noControlCharacters = /^[^\p{Cc}\p{Cs}]*$/u;
const noNulOrLoneSurrogate = /^[^\0\p{Cs}]*$/u;

const tooLong = (limit: number) => `At most ${limit.toLocaleString('en-US')} characters`;

/**
 * Ends the validation of a value whose type is wrong. Zod's length checks run on everything that has a `length`, also
 * after the type check has failed, and comparing the length of `{"length":{"toString":1}}` throws.
 */
const stopAtWrongType = z.core._check(
  (payload) => {
    if (payload.issues.some(({ code, path }) => code === 'invalid_type' && !path?.length)) payload.aborted = true;
  },
  { when: () => true },
);

/** Base schema of every text in an input. @param message error for a value of another type */
export function text(message?: string) {
  return z.string({ error: message }).check(stopAtWrongType);
}

/** Base schema of every list in an input. */
export function arrayOf<T extends z.ZodType>(item: T) {
  return z.array(item).check(stopAtWrongType);
}

/** One line of text: trimmed, no control characters (a line break in a name could forge a mail header). */
export function line(limit = shortTextLimit) {
  return text().trim().max(limit, tooLong(limit)).regex(noControlCharacters, unstorable);
}

/** A required line; `message` is what the form shows without it. */
export function requiredLine(message: string, limit = shortTextLimit) {
  return text(message)
    .trim()
    .min(1, { error: message, abort: true })
    .max(limit, tooLong(limit))
    .regex(noControlCharacters, unstorable);
}

/** Text of several lines, trimmed. */
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

/** A field that may be empty, which becomes null, or absent, which stays absent: a patch must not clear it. */
export function optional<T extends z.ZodType<string>>(schema: T) {
  return schema.nullish().transform((value) => (value === '' ? null : value));
}

/** An optional choice from a fixed list; `message` refuses any other. The empty string, which an untouched select sends, is null. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  return z
    .union([z.enum(values), z.literal('')], message)
    .nullish()
    .transform((value) => (value === '' ? null : (value as T[number] | null | undefined)));
}

/**
 * One email address: the specification's pattern (section 5: non-space text, @, non-space text), anchored. `, ; < >`
 * and a second @ are refused: a mailer would read them as a list of recipients.
 */
export const emailAddress = text('Email is required')
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(shortTextLimit, 'Invalid email address')
  .regex(/^[^\s@,;<>\p{Cc}\p{Cs}]+@[^\s@,;<>\p{Cc}\p{Cs}]+$/u, 'Invalid email address');

/** A UUID: random, or version 8 and derived from an Idempotency-Key. */
export const recordId = z.uuid('Not an id');

/** RFC 3339 in UTC with milliseconds, as `Date.prototype.toISOString` returns it. */
export const timestamp = z.iso.datetime();
