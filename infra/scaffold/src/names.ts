/** The names of an entity, for example of `service-inquiry`. */
export interface EntityNames {
  /** `serviceInquiry`, `ServiceInquiry`, `serviceInquiries`, `ServiceInquiries`: in code. */
  entity: string;
  Entity: string;
  entities: string;
  Entities: string;
  /** `service-inquiry`, `service-inquiries`: files and folders. */
  file: string;
  folder: string;
  /** `service_inquiry`, `service_inquiries`: event and collection. */
  event: string;
  collection: string;
  /** `service inquiry`, `service inquiries`: in texts. */
  one: string;
  many: string;
  Title: string;
  One: string;
  Titles: string;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const camel = (words: string[]) => words.map((word, index) => (index > 0 ? capitalised(word) : word)).join('');

export const pascal = (words: string[]) => words.map(capitalised).join('');

/** Returns the regular English plural of a noun. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Splits `service-inquiry` or `service_inquiry` into words. */
export const wordsOf = (name: string) => name.split(/[-_]/);

/** @param plural of the whole name; by default its last word gets the regular plural */
export function entityNames(name: string, plural = pluralOf(name)): EntityNames {
  const [one, many] = [wordsOf(name), wordsOf(plural)];
  return {
    entity: camel(one),
    Entity: pascal(one),
    entities: camel(many),
    Entities: pascal(many),
    file: one.join('-'),
    folder: many.join('-'),
    event: one.join('_'),
    collection: many.join('_'),
    one: one.join(' '),
    many: many.join(' '),
    Title: one.map(capitalised).join(' '),
    One: capitalised(one.join(' ')),
    Titles: many.map(capitalised).join(' '),
  };
}

/** Returns the label of a field: `Due` of `due_at`, `Billing Address` of `billing_address`. */
export function labelOf(field: string): string {
  const words = field.replace(/_at$/, '').split('_');
  return words.map((word) => (/^(url|id|vat)$/.test(word) ? word.toUpperCase() : capitalised(word))).join(' ');
}

/** Returns the label of an enumeration's value: `In progress` of `in_progress`. */
export const valueLabelOf = (value: string) => capitalised(value.replaceAll('_', ' '));
