/** Returns the next pseudo-random number from 0 to 1; the same sequence for the same seed (mulberry32 over FNV-1a). */
export type Random = () => number;

export function randomOf(seed: string): Random {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

/** Returns a random choice. @param weights weight of each choice, of any sum */
export function weighted<T extends string>(random: Random, weights: Readonly<Record<T, number>>): T {
  const choices = Object.entries(weights) as [T, number][];
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    if (left < weight) return choice;
    left -= weight;
  }
  return choices[0]![0];
}

/** A name, and its spelling in an email address. */
type Spelling = readonly [name: string, latin: string];

interface Naming {
  weight: number;
  given: readonly Spelling[];
  family: readonly Spelling[];
  /** Whether the family name comes first and is followed by no space. */
  joined?: boolean;
}

const plain = (names: string): Spelling[] => names.split(' ').map((name) => [name, latinOf(name)]);
const pairs = (names: string): Spelling[] => names.split(' ').map((pair) => pair.split('/') as [string, string]);

/** Returns a Latin name in lower case, without accents and spaces. */
function latinOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^a-z]/g, '');
}

const namings: readonly Naming[] = [
  {
    weight: 62,
    given: plain(
      'Ada Amara Anders Beatriz Bruno Carla Cédric Chidi Clara Dario Elena Emeka Emma Farah Fergus Greta Hana Henrik Imani Ines Ingrid Ivo Jonas Julia Kofi Lars Leila Liam Lucía Magnus Mara Marcus Marta Mateo Mia Nadia Nils Nina Noah Olga Omar Oscar Pablo Petra Priya Quentin Rafael Ravi Rosa Samira Sofia Søren Tariq Tendai Thomas Ulla Viktor Wanda Yara Zoë',
    ),
    family: plain(
      'Abara Almeida Andersen Antunes Baptiste Becker Bianchi Boateng Brandt Castillo Chandra Costa Dahl Delacroix Dvořák Eriksen Farouk Fischer Fitzgerald Gallagher García Grönberg Haddad Hansen Hoffmann Ibarra Iversen Jansen Johansson Kamau Keller Kowalski Larsen Lefèvre Lindqvist Marchetti Martínez Mensah Moretti Mwangi Nakamura Novak Nwosu Okafor Okonkwo Olsen Østergaard Petersen Quiroga Ramos Rossi Sandoval Santos Schneider Silva Solheim Sørensen Stein Thorne Vasquez Vestergaard Wagner Walsh Weber Zieliński',
    ),
  },
  {
    weight: 8,
    given: pairs('Олександр/oleksandr Ирина/irina Марія/maria Дмитро/dmytro Светлана/svetlana Георги/georgi'),
    family: pairs('Бондаренко/bondarenko Иванова/ivanova Шевченко/shevchenko Петров/petrov Коваль/koval'),
  },
  {
    weight: 7,
    given: pairs('さくら/sakura 健太/kenta 美咲/misaki 翔/sho 由紀/yuki'),
    family: pairs('佐藤/sato 鈴木/suzuki 森田/morita 高橋/takahashi 渡辺/watanabe'),
    joined: true,
  },
  {
    weight: 6,
    given: pairs('伟/wei 芳/fang 静/jing 磊/lei 秀英/xiuying'),
    family: pairs('王/wang 李/li 张/zhang 刘/liu 陈/chen'),
    joined: true,
  },
  {
    weight: 6,
    given: pairs('محمد/mohammed فاطمة/fatima يوسف/youssef ليلى/layla عمر/omar'),
    family: pairs('بنكيران/benkirane الحداد/alhaddad منصور/mansour خليل/khalil السعيد/alsaeed'),
  },
  {
    weight: 4,
    given: pairs('Νίκος/nikos Ελένη/eleni Γιώργος/giorgos Μαρία/maria'),
    family: pairs('Παπαδόπουλος/papadopoulos Γεωργίου/georgiou Αντωνίου/antoniou'),
  },
  {
    weight: 4,
    given: pairs('आरव/aarav सुनीता/sunita प्रिया/priya विक्रम/vikram'),
    family: pairs('शर्मा/sharma राव/rao पटेल/patel'),
  },
  {
    weight: 3,
    given: pairs('민준/minjun 서연/seoyeon 지훈/jihoon'),
    family: pairs('김/kim 이/lee 박/park'),
    joined: true,
  },
];

const first = ['Fjord', 'Harbour', 'Copper', 'Lumen', 'North', 'Willow', 'Granite', 'Blue', 'Meridian', 'Juniper'];
const second = ['line', 'mark', 'field', 'gate', 'stone', 'works', 'path', 'point', 'bridge', 'wood'];
const trades = ['Studio', 'Logistics', 'Clinic', 'Energy', 'Foods', 'Instruments', 'Learning', 'Outdoor', 'Robotics'];
const forms = ['', '', '', ' GmbH', ' AS', ' Ltd', ' Inc.', ' & Sons', ' S.A.', ' Group'];
const foreign = [
  '株式会社函館製作所',
  'شركة المدينة للخرائط',
  'ТОВ «Енергопульс»',
  '北京云图科技有限公司',
  'Ελληνικά Ναυπηγεία',
];

function companyOf(random: Random): string | null {
  const kind = random();
  if (kind < 0.32) return null;
  if (kind < 0.38) return oneOf(random, foreign);
  const name = `${oneOf(random, first)}${oneOf(random, second)} ${oneOf(random, trades)}${oneOf(random, forms)}`;
  // Some companies have very long names.
  return kind > 0.99
    ? `${name}, ${trades.join(', ')}, and Associates (Holding) of ${oneOf(random, first)} Valley`
    : name;
}

export interface Person {
  name: string;
  email: string;
  company: string | null;
  phone: string | null;
}

/** Returns a made-up person on a reserved domain (RFC 2606). @param mark makes the address unique */
export function personOf(random: Random, mark: string): Person {
  const naming = namings[Number(weighted(random, weights))]!;
  const given = oneOf(random, naming.given);
  const family = oneOf(random, naming.family);
  const company = companyOf(random);
  const words = [given[0], family[0]];
  if (!naming.joined && random() < 0.06) words.splice(1, 0, oneOf(random, naming.given)[0]);
  // Makes a few names about as long as passports allow.
  if (!naming.joined && random() < 0.004) words.push(...naming.family.slice(0, 14).map(([name]) => name));
  const domain = company === null ? 'mail' : latinOf(company.split(' ')[0]!) || 'office';
  return {
    name: naming.joined ? `${family[0]}${given[0]}` : words.join(' '),
    email: `${given[1]}.${family[1]}${mark}@${domain}.example`,
    company,
    phone: random() < 0.4 ? `+${10 + Math.floor(random() * 89)} 555 ${String(random()).slice(2, 6)}` : null,
  };
}

const weights: Record<string, number> = Object.fromEntries(namings.map(({ weight }, at) => [at, weight]));
