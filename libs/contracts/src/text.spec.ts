import type { z } from 'zod';
import { day, money, number, optionalFormat, webAddress } from './text.js';

const parsed = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : error?.issues.map(({ message }) => message);
};

const missing = 'Amount is required';

it.each([
  [number(missing), -1.25, -1.25],
  [number(missing), '1', ['Not a number']],
  [number(missing), Number.NaN, ['Not a number']],
  [number(missing), null, [missing]],
  [number(), undefined, ['Not a number']],
  [money(missing), 10.005, 10.01],
  [money(missing), null, [missing]],
  [money(missing), -1, ['Not below 0']],
  [money(missing), 1_000_000_001, ['At most 1,000,000,000']],
])('the schemas of numbers and amounts parse %p or report the error (case %#)', (schema, value, result) => {
  expect(parsed(schema, value)).toEqual(result);
});

it.each([
  [day('Due is required'), '2026-02-28', '2026-02-28'],
  [day('Due is required'), '2026-02-30', ['Not a date']],
  [day('Due is required'), '', ['Due is required']],
  [day('Due is required'), undefined, ['Due is required']],
  [optionalFormat(day(), 'Not a date'), '', null],
  [optionalFormat(day(), 'Not a date'), undefined, undefined],
  [optionalFormat(day(), 'Not a date'), 'tomorrow', ['Not a date']],
  [optionalFormat(webAddress('Site is required'), 'Invalid URL'), '', null],
  [optionalFormat(webAddress('Site is required'), 'Invalid URL'), 'javascript:alert(1)', ['Invalid URL']],
  [webAddress('Site is required'), ' ', ['Site is required']],
  [webAddress('Site is required'), ' https://example.com/a ', 'https://example.com/a'],
])('the schemas of dates and web addresses parse %p or report the error (case %#)', (schema, value, result) => {
  expect(parsed(schema, value)).toEqual(result);
});
