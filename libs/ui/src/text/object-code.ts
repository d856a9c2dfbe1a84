import type { CodeLine } from './code-card.js';

export type CodeValue =
  | string
  | number
  | boolean
  | null
  | readonly CodeValue[]
  | { readonly [name: string]: CodeValue };

export type CodeLanguage = 'ts' | 'json';

/** Returns data as lines of code for CodeCard. @param before code in front of the value: `export const engineer = ` */
export function objectCode(language: CodeLanguage, value: CodeValue, before: CodeLine = []): CodeLine[] {
  return linesOf(language, value, '', before, '');
}

function linesOf(
  language: CodeLanguage,
  value: CodeValue,
  indent: string,
  before: CodeLine,
  after: string,
): CodeLine[] {
  if (!isNested(value)) {
    return [[...before, ...inline(language, value), ...(after ? [['punctuation', after] as const] : [])]];
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item: CodeValue) => ({ item, name: [] as CodeLine }))
    : Object.entries(value).map(([name, item]) => ({ item, name: [nameIn(language, name), colon] as CodeLine }));
  const innerIndent = `${indent}  `;
  return [
    [...before, ['punctuation', open!]],
    ...items.flatMap(({ item, name }, index) => {
      const comma = language === 'ts' || index < items.length - 1 ? ',' : '';
      return linesOf(language, item, innerIndent, [innerIndent, ...name], comma);
    }),
    [indent, ['punctuation', close + after]],
  ];
}

const colon = ['punctuation', ': '] as const;

/** Returns whether a value takes one line per item: an object, or a list that contains an object or a list. */
function isNested(value: CodeValue): value is readonly CodeValue[] | { readonly [name: string]: CodeValue } {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object');
  return typeof value === 'object' && value !== null;
}

function inline(language: CodeLanguage, value: CodeValue): CodeLine {
  if (typeof value === 'string') return [['string', quoted(language, value)]];
  if (!Array.isArray(value)) return [['literal', String(value)]];
  const items = value.flatMap((item: CodeValue, index: number) => [
    ...(index > 0 ? [['punctuation', ', '] as const] : []),
    ...inline(language, item),
  ]);
  return [['punctuation', '['], ...items, ['punctuation', ']']];
}

const nameIn = (language: CodeLanguage, name: string) =>
  language === 'ts' && /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(language, name);

function quoted(language: CodeLanguage, text: string): string {
  const json = JSON.stringify(text);
  return language === 'json' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
