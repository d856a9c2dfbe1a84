const rows: readonly (readonly [written: string, meaning: string])[] = [
  ['# Heading 1', 'A heading; ## and ### for the levels below'],
  ['**bold text**', 'Bold'],
  ['*italic text*', 'Italic'],
  ['~~struck~~', 'Struck through'],
  ['`code`', 'Code within a sentence'],
  ['[link text](https://example.com)', 'A link'],
  ['![Alt text](/images/name.png)', 'An image'],
  ['- List item', 'A bullet list'],
  ['1. List item', 'A numbered list'],
  ['- [ ] Task', 'A list of tasks; [x] for one that is done'],
  ['> Quote', 'A quote'],
  ['```ts src/file.ts', 'Code in its language, with a file name; ``` ends it'],
  ['| A | B |', 'A table; | --- | --- | stands under its head'],
  ['Text[^1]', 'A footnote; [^1]: and its words stand further down'],
  ['---', 'A line across'],
];

export function MarkdownReference({ id }: { id: string }) {
  return (
    <section
      id={id}
      aria-label="Markdown Reference"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
      tabIndex={0}
      className="max-h-60 shrink-0 overflow-y-auto border-line border-t px-4.5 py-3 focus-visible:-outline-offset-2"
    >
      <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-6 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0">
        {rows.map(([written, meaning]) => (
          <div key={written} className="contents">
            <dt className="mono text-code text-ink [overflow-wrap:anywhere]">{written}</dt>
            <dd className="text-muted text-ui leading-5.5 max-sm:mb-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
