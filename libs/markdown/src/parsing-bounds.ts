import type { Construct, Extension, ParseContext, State, TokenizeContext } from 'micromark-util-types';

/** How many quotes, lists and footnotes may open on one line, and how far from its start: so deep do they lie at most. */
const CONTAINERS_A_LINE = 16;
const CONTAINER_COLUMN = 100;
/** How many times in one paragraph, heading or cell a sign may begin or end something (emphasis, a link, code). */
const SIGNS_A_TEXT = 3_000;
/** How many characters of a document may be read in vain, looking for the end of a link, a tag or code. */
const VAIN_CHARACTERS = 2_000_000;
/** How long a run of `*`, `_` or `~` may be: each two signs of it are an element in another. */
const LONGEST_RUN = 16;
/** How many headings may be underlined rather than marked with `#`: each costs as much as all that is open above it. */
const UNDERLINED_HEADINGS = 500;

/** They look no further than a few characters. */
const cheap: ReadonlySet<string> = new Set(['lineEnding', 'characterEscape', 'characterReference', 'hardBreakEscape']);

interface Spent {
  vain: number;
  underlined: number;
  line: number;
  containers: number;
  signs: WeakMap<TokenizeContext, number>;
}

/** Whether the document may afford this construct here. Counts it. */
function affords(spent: Spent, kind: 'document' | 'flow' | 'text', context: TokenizeContext): boolean {
  if (kind === 'flow') {
    spent.underlined += 1;
    return spent.underlined <= UNDERLINED_HEADINGS;
  }
  if (kind === 'text') {
    const signs = (spent.signs.get(context) ?? 0) + 1;
    spent.signs.set(context, signs);
    return signs <= SIGNS_A_TEXT && spent.vain <= VAIN_CHARACTERS;
  }
  const { line, column } = context.now();
  if (line !== spent.line) spent.containers = 0;
  spent.line = line;
  spent.containers += 1;
  return spent.containers <= CONTAINERS_A_LINE && column <= CONTAINER_COLUMN;
}

function bounded(construct: Construct, kind: 'document' | 'flow' | 'text', spent: Spent): Construct {
  if (kind === 'flow' ? construct.name !== 'setextUnderline' : cheap.has(construct.name ?? '')) return construct;
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      if (!affords(spent, kind, this)) return nok;
      const { offset } = this.now();
      const fail: State = (code) => {
        spent.vain += this.now().offset - offset;
        return nok(code);
      };
      const isRun = construct.name === 'attention' || construct.name === 'strikethrough';
      const pass: State = (code) => (isRun && this.now().offset - offset > LONGEST_RUN ? fail(code) : ok(code));
      return construct.tokenize.call(this, effects, pass, fail);
    },
  };
}

function bound({ constructs }: ParseContext): void {
  const spent: Spent = { vain: 0, underlined: 0, line: 0, containers: 0, signs: new WeakMap() };
  for (const kind of ['document', 'flow', 'text'] as const) {
    const made = new Map<Construct, Construct>();
    const once = (construct: Construct) => {
      const known = made.get(construct) ?? bounded(construct, kind, spent);
      made.set(construct, known);
      return known;
    };
    const record = constructs[kind];
    for (const [code, listed] of Object.entries(record)) {
      record[code as unknown as number] = [listed].flat().filter(isConstruct).map(once);
    }
  }
}

const isConstruct = (value: Construct | undefined): value is Construct =>
  value !== undefined && value.name !== 'bounds';

/**
 * A parser that some texts bring to a standstill: its work grows with the square of how many signs stand in one
 * paragraph, how deep quotes lie in each other, how far it looks in vain for an end. This extension puts a number to
 * each; what goes beyond stays text. A text that a person wrote stays far below all of them.
 *
 * It has to exchange the constructs of the parser that it meets, at the first character where a quote or list might
 * begin, because a construct can be named off but not replaced: a quote asks for itself by name when it goes on.
 */
export function parsingBounds(): Extension {
  const met = new WeakSet<ParseContext>();
  const construct: Construct = {
    name: 'bounds',
    tokenize(_effects, _ok, nok) {
      if (!met.has(this.parser)) {
        met.add(this.parser);
        bound(this.parser);
      }
      return nok;
    },
  };
  const containers = [...'*+-0123456789>['].map((sign) => [sign.charCodeAt(0), construct]);
  return { document: { ...Object.fromEntries(containers), null: construct } };
}
