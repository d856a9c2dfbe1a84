import { type FieldType, fieldTypes, type ParsedField } from './field-types.js';
import { type EntityNames, labelOf, pascal, pluralOf, valueLabelOf, wordsOf } from './names.js';

const demoRecords = 6;

const quoted = (text: string) => `'${text.replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const literal = (value: unknown) => (typeof value === 'string' ? quoted(value) : String(value));

/** Glyphs and tones of statuses: of the first, of the last, and in turn of those between. */
const [first, last] = ["glyph: 'ring', tone: 'info'", "glyph: 'check', tone: 'success'"];
const between = ["glyph: 'half', tone: 'warning'", "glyph: 'three-quarters', tone: 'violet'"];
const glyphOf = (index: number, count: number) =>
  index === 0 ? first : index === count - 1 ? last : between[(index - 1) % between.length]!;

/** Returns the template variables of a field. */
function fieldView({ Entity, entity }: EntityNames, { name, type, optional, values }: ParsedField) {
  const known: FieldType = fieldTypes[type];
  const label = labelOf(name);
  const isStatus = name === 'status' && type === 'choice' && !optional;
  const plural = wordsOf(pluralOf(name));
  const constant = `${entity}${pascal(plural)}`;
  const choice = values.length > 0 && {
    constant,
    typeName: `${Entity}${pascal(wordsOf(name))}`,
    plural: plural.join(' '),
    second: values[1],
    optionList: isStatus ? `statusOptions(${constant})` : constant,
    unknown: quoted(`Unknown ${wordsOf(name).join(' ')}`),
    values: values.map((value, index) => ({
      value,
      valueLabel: valueLabelOf(value),
      glyph: isStatus && glyphOf(index, values.length),
    })),
  };
  const message = quoted(`${label} is required`);
  const enumeration = choice && `z.enum(${choice.constant}, ${choice.unknown})`;
  const input = enumeration
    ? optional
      ? `optionalChoice(${choice.constant}, ${choice.unknown})`
      : enumeration
    : optional
      ? known.optional!(message)
      : known.required(message);
  const text = choice
    ? `${choice.constant}.find(({ value }) => value === ${name})?.label`
    : (known.text?.(name) ?? name);
  const sample = (index: number, today: string) =>
    choice ? values[index % values.length] : known.sample(index, today);
  return {
    name,
    label,
    optional,
    choice,
    isStatus,
    input,
    record: `${choice ? `z.enum(${constant})` : known.record}${optional ? '.nullable()' : ''}`,
    startsAs: type === 'flag' ? 'false' : choice && !optional ? quoted(values[0]!) : undefined,
    searched: known.searched,
    sorted: known.sorted,
    mono: known.mono,
    isText: type === 'text' || type === 'email',
    isEmail: type === 'email',
    isUrl: type === 'url',
    isLong: type === 'longtext',
    isFlag: type === 'flag',
    control: known.control,
    width: isStatus ? 152 : known.width,
    text: optional && known.text ? `${name} === null ? null : ${text}` : text,
    isPlain: text === name,
    isShownAsText: !isStatus && type !== 'email' && type !== 'url',
    isRequired: !optional && type !== 'flag' && !choice,
    sample,
    refused: optional ? undefined : literal(known.invalid),
    refusal: choice ? choice.unknown : known.error ? quoted(known.error) : message,
  };
}

/** Returns the template variables. @param today as `YYYY-MM-DD`, for demo records */
export function viewOf(names: EntityNames, parsed: readonly ParsedField[], today: string) {
  const views = parsed.map((field) => fieldView(names, field));
  const title = views.find(({ isText, optional, isEmail }) => isText && !optional && !isEmail)!;
  const sampleOf = (index: number) => (field: (typeof views)[number]) => {
    const unique = `${names.One} ${index + 1}`;
    return { ...field, value: field.name === title.name ? unique : field.sample(index, today) };
  };
  const fields = views.map((field) => ({
    ...field,
    isTitle: field.name === title.name,
    first: literal(sampleOf(0)(field).value),
    second: literal(sampleOf(1)(field).value),
  }));
  const others = fields.filter(({ isTitle }) => !isTitle);
  const detail = others.find(({ isFlag, isLong, choice }) => !isFlag && !isLong && !choice);
  const searched = fields.filter((field) => field.searched);
  const choices = fields.filter(({ choice }) => choice);
  const status = fields.find(({ isStatus }) => isStatus);
  const rows = Array.from({ length: demoRecords }, (_, index) => ({
    days_ago: 3 * index + 1,
    ...Object.fromEntries(views.map(sampleOf(index)).map(({ name, value }) => [name, value])),
  }));
  return {
    ...names,
    fields,
    aOne: `${/^[aeiou]/.test(names.one) ? 'an' : 'a'} ${names.one}`,
    isIrregular: names.many !== `${names.one}s`,
    title: title.name,
    titleLabel: title.label,
    detail,
    /** The drawer's fields, without the title (its heading) and long texts (sections of their own). */
    shown: others.filter(({ isLong }) => !isLong),
    long: others.filter(({ isLong }) => isLong),
    columns: fields.filter(({ width }) => width),
    choices,
    hasChoices: choices.length > 0,
    hasStartingChoice: choices.some(({ optional }) => !optional),
    status,
    typed: fields.flatMap((field) =>
      field.isRequired ? [{ ...field, typedText: quoted(String(sampleOf(0)(field).value)) }] : [],
    ),
    paletteFields: [...new Set([title, detail, status, ...searched].flatMap((field) => field?.name ?? []))],
    starting: fields.filter(({ startsAs }) => startsAs !== undefined),
    sorted: fields.filter((field) => field.sorted),
    searched: searched.map(({ name }) => name),
    searchedNames: searched.map(({ label }) => label.toLowerCase()).join(', '),
    refusals: fields.filter(({ refused }) => refused !== undefined),
    demoCount: rows.length,
    demo: JSON.stringify(rows, null, 2),
  };
}

export type View = ReturnType<typeof viewOf>;
