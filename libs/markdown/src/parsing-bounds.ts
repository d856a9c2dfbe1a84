import type { Construct, Extension, ParseContext, State, TokenizeContext } from 'micromark-util-types';

/** Maximum number of quotes, list items and footnotes that start on one line, which limits their nesting. */
const maxContainersPerLine = 16;
const maxContainerColumn = 100;
/** Maximum number of inline markers (of emphasis, links, code) in one paragraph, heading or table cell. */
const maxMarkersPerText = 3_000;
/** Maximum characters per document that the parser may read in vain, looking for the end of a link, a tag or code. */
const maxFailedCharacters = 2_000_000;
/** Maximum length of a run of `*`, `_` or `~`, because every two characters nest one element deeper. */
const maxRun = 16;
/** Maximum number of underlined headings: each costs time proportional to the content before it. */
const maxSetextHeadings = 500;

/** Names of constructs that need no limit, because they read only a few characters ahead. */
const cheap: ReadonlySet<string> = new Set(['lineEnding', 'characterEscape', 'characterReference', 'hardBreakEscape']);

interface Spent {
  failed: number;
  setextHeadings: number;
  line: number;
  containers: number;
  markers: WeakMap<TokenizeContext, number>;
}

/** Counts an attempt to parse a construct. @returns whether it is within the limits; if not, it is skipped */
function spend(spent: Spent, kind: 'document' | 'flow' | 'text', context: TokenizeContext): boolean {
  if (kind === 'flow') {
    spent.setextHeadings += 1;
    return spent.setextHeadings <= maxSetextHeadings;
  }
  if (kind === 'text') {
    const markers = (spent.markers.get(context) ?? 0) + 1;
    spent.markers.set(context, markers);
    return markers <= maxMarkersPerText && spent.failed <= maxFailedCharacters;
  }
  const { line, column } = context.now();
  if (line !== spent.line) spent.containers = 0;
  spent.line = line;
  spent.containers += 1;
  return spent.containers <= maxContainersPerLine && column <= maxContainerColumn;
}

function bounded(construct: Construct, kind: 'document' | 'flow' | 'text', spent: Spent): Construct {
  if (kind === 'flow' ? construct.name !== 'setextUnderline' : cheap.has(construct.name ?? '')) return construct;
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      if (!spend(spent, kind, this)) return nok;
      const { offset } = this.now();
      const fail: State = (code) => {
        spent.failed += this.now().offset - offset;
        return nok(code);
      };
      const isRun = construct.name === 'attention' || construct.name === 'strikethrough';
      const pass: State = (code) => (isRun && this.now().offset - offset > maxRun ? fail(code) : ok(code));
      return construct.tokenize.call(this, effects, pass, fail);
    },
  };
}

function replaceConstructs({ constructs }: ParseContext): void {
  const spent: Spent = { failed: 0, setextHeadings: 0, line: 0, containers: 0, markers: new WeakMap() };
  for (const kind of ['document', 'flow', 'text'] as const) {
    const replacements = new Map<Construct, Construct>();
    const replacementOf = (construct: Construct) => {
      const replacement = replacements.get(construct) ?? bounded(construct, kind, spent);
      replacements.set(construct, replacement);
      return replacement;
    };
    const record = constructs[kind];
    for (const [code, listed] of Object.entries(record)) {
      record[code as unknown as number] = [listed].flat().filter(isConstruct).map(replacementOf);
    }
  }
}

const isConstruct = (value: Construct | undefined): value is Construct =>
  value !== undefined && value.name !== 'bounds';

/**
 * Returns a micromark extension that keeps hostile texts from taking quadratic time: beyond the limits, markers stay
 * text. It replaces the running parser's constructs, because an extension can only disable one by name, and a quote
 * looks itself up by name on its next line.
 */
export function parsingBounds(): Extension {
  const replaced = new WeakSet<ParseContext>();
  const construct: Construct = {
    name: 'bounds',
    tokenize(_effects, _ok, nok) {
      if (!replaced.has(this.parser)) {
        replaced.add(this.parser);
        replaceConstructs(this.parser);
      }
      return nok;
    },
  };
  const containers = [...'*+-0123456789>['].map((sign) => [sign.charCodeAt(0), construct]);
  return { document: { ...Object.fromEntries(containers), null: construct } };
}
