/** Characters of the JSON that is shown. */
const longestPayload = 10_000;
const deepest = 8;
const mostEntries = 100;
/** Of a text. */
const mostWords = 6;
const mostDots = 8;
const dot = '•';

/** Names of fields whose codes are shown, because they are values of the platform and no person enters them. */
const codeFields = /^(act|code|kind|mode|operation|outcome|service|source|stage|state|status|template|topic|type)$/;
const code = /^[a-z][a-z0-9]*([-_.][a-z0-9]+)*$/;
const longestCode = 40;
const operation = /^(GET|POST|PUT|PATCH|DELETE) \/[a-z0-9/:_-]{0,100}$/;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** UUIDs, also with the kind of an email or a round behind; and ids of jobs, which are hashes. */
const id = new RegExp(`^(${uuid}(_[a-z]+){0,3}(_\\d+)?|[a-z]{1,12}_[0-9a-f]{64})$`);
const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** Fields that hold neither ids nor dates that the platform made, whatever their values look like. */
const personal =
  /(address|author|bcc|body|cc|company|content|description|email|excerpt|from|hash|html|key|link|message|name|note|password|phone|query|search|secret|signature|slug|subject|tag|text|title|to|token|url|user)$/;
const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,40}$/;

/**
 * Returns data of a job as JSON, in which each text is masked unless it is known to be an id, a date or a code of the
 * platform. Cut to 10,000 characters.
 */
export function maskedPayload(data: unknown): string {
  const text = JSON.stringify(masked(data, '', 0), null, 2) ?? 'null';
  return text.length <= longestPayload ? text : `${text.slice(0, longestPayload)}\n…`;
}

function masked(value: unknown, field: string, depth: number): unknown {
  if (typeof value === 'string') return isShown(field, value) ? value : maskedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((item) => masked(item, field, depth + 1));
  const isEvent = depth === 0 || (depth === 2 && field === 'events');
  const entries = Object.entries(value).slice(0, mostEntries);
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      if (isEvent && name === 'name' && 'event_id' in value && isNameOfEvent(inner)) return [name, inner];
      const shown = fieldName.test(name) ? name : maskedText(name);
      return [shown, masked(inner, personal.test(field) ? field : name, depth + 1)];
    }),
  );
}

/** The name of a job's event says what the job is about, unlike other fields with this name. */
const isNameOfEvent = (value: unknown) =>
  typeof value === 'string' && /^[a-z_]{1,30}(\.[a-z_]{1,30}){1,2}$/.test(value);

function isShown(field: string, value: string): boolean {
  if (codeFields.test(field)) return (code.test(value) && value.length <= longestCode) || operation.test(value);
  return !personal.test(field) && (id.test(value) || date.test(value));
}

const email = /^[^\s@]+@((?:[^\s@.]+\.)+)([a-z]{2,24})$/i;

/** Returns a text as the first letters of its words, each with dots: `A••• L•••••••`. Of an email also its last part. */
export function maskedText(text: string): string {
  const words = text
    .slice(0, 1_000)
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = words.slice(0, mostWords).map(maskedWord).join(' ');
  return words.length > mostWords ? `${shown} …` : shown;
}

function maskedWord(word: string): string {
  const [, hosts, top] = email.exec(word) ?? [];
  if (hosts === undefined) return withDots(word);
  const host = hosts.slice(0, -1).split('.').map(withDots).join('.');
  return `${withDots(word.slice(0, word.indexOf('@')))}@${host}.${top}`;
}

function withDots(word: string): string {
  const [first = '', ...rest] = [...word];
  return first + dot.repeat(Math.min(Math.max(rest.length, 1), mostDots));
}
