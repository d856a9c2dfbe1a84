/** A field as given on the command line: `due_at:date?`. */
export interface ParsedField {
  name: string;
  type: FieldTypeName;
  optional: boolean;
  /** Of an enumeration, otherwise empty. */
  values: string[];
}

/** Code generated for fields of a type. It may use the field's name as a variable. */
export interface FieldType {
  /** Input schema of a required field. @param message literal: the error for a missing value */
  required: (message: string) => string;
  /** Input schema of an optional field; undefined if the type cannot be optional. */
  optional?: (message: string) => string;
  record: string;
  /** Whether lists search it, sort by it, and show it in monospace. */
  searched?: boolean;
  sorted?: boolean;
  mono?: boolean;
  control: string;
  /** Expression of the value as text; by default the value itself. */
  text?: (name: string) => string;
  /** Width of the table's column in CSS px; a field without one is shown in the drawer only. */
  width?: number;
  /** Returns an example value. @param index of the record @param today as `YYYY-MM-DD` */
  sample: (index: number, today: string) => unknown;
  /** A value that a required field refuses, and the error, by default that of a missing value. */
  invalid: unknown;
  error?: string;
}

const some = <T>(values: readonly T[], index: number): T => values[index % values.length]!;
const day = 24 * 60 * 60 * 1_000;
const dayAfter = (today: string, days: number) =>
  new Date(Date.parse(today) + days * day).toISOString().slice(0, 'YYYY-MM-DD'.length);

const texts = ['Lumen Clinic', 'Fjordline Ferries', 'Tui Garden Centre', 'Officine Bassi', 'Polderwater', 'Lakeside'];

export const fieldTypes = {
  text: {
    required: (message) => `requiredLine(${message})`,
    optional: () => 'optional(line())',
    record: 'z.string()',
    searched: true,
    sorted: true,
    control: "'text'",
    width: 160,
    sample: (index) => some(texts, index),
    invalid: '',
  },
  longtext: {
    required: (message) => `requiredParagraphs(${message})`,
    optional: () => 'optional(paragraphs())',
    record: 'z.string()',
    searched: true,
    control: "'textarea', rows: 4",
    sample: (index) => `Agreed with ${some(texts, index)}.\nSee the last message.`,
    invalid: '',
  },
  email: {
    required: () => 'emailAddress',
    optional: () => "optionalFormat(emailAddress, 'Invalid email address')",
    record: 'z.string()',
    searched: true,
    sorted: true,
    control: "'email'",
    width: 180,
    sample: (index) => `hello${index + 1}@example.com`,
    invalid: 'nobody',
    error: 'Invalid email address',
  },
  url: {
    required: (message) => `webAddress(${message})`,
    optional: (message) => `optionalFormat(webAddress(${message}), 'Invalid URL')`,
    record: 'z.string()',
    searched: true,
    control: "'url', mono: true, placeholder: 'https://example.com'",
    width: 200,
    sample: (index) => `https://example.com/${index + 1}`,
    invalid: 'javascript:alert(1)',
    error: 'Invalid URL',
  },
  money: {
    required: (message) => `money(${message})`,
    optional: () => 'money().nullish()',
    record: 'z.number()',
    sorted: true,
    mono: true,
    control: "'number', mono: true, leading: currencySymbol",
    text: (name) => `moneyOf(${name})`,
    width: 128,
    sample: (index) => some([1_200, 480.5, 9_600, 250, 18_000, 75], index),
    invalid: null,
  },
  number: {
    required: (message) => `number(${message})`,
    optional: () => 'number().nullish()',
    record: 'z.number()',
    sorted: true,
    mono: true,
    control: "'number', mono: true",
    text: (name) => `String(${name})`,
    width: 110,
    sample: (index) => some([3, 12, 1, 40, 8, 5], index),
    invalid: null,
  },
  date: {
    required: (message) => `day(${message})`,
    optional: () => "optionalFormat(day(), 'Not a date')",
    record: 'z.string()',
    sorted: true,
    mono: true,
    control: "'date'",
    width: 128,
    sample: (index, today) => dayAfter(today, 7 * index - 10),
    invalid: '',
  },
  flag: {
    required: () => 'z.boolean()',
    record: 'z.boolean()',
    control: "'switch', wide: true",
    text: (name) => `${name} ? 'Yes' : 'No'`,
    width: 100,
    sample: (index) => index % 2 === 1,
    invalid: 'yes',
    error: 'Invalid input: expected boolean, received string',
  },
  /** An enumeration, whose code `fieldView` (view.ts) generates from its values. */
  choice: {
    required: () => '',
    optional: () => '',
    record: '',
    control: "'select'",
    width: 140,
    sample: () => undefined,
    invalid: 'unknown',
  },
} as const satisfies Record<string, FieldType>;

export type FieldTypeName = keyof typeof fieldTypes;
