import type { PostRevision } from '@docfolio/contracts/entities/post-revision';
import { classNames } from '@docfolio/ui/class-names';
import { UnfoldVertical } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type DiffLine, type DiffPart, diffTexts, diffWords, type Fold, foldSame } from './text-diff.js';

/** The fields of a post that a revision stores. */
export type PostTexts = Pick<PostRevision, 'title' | 'slug' | 'excerpt' | 'content' | 'category' | 'tags'>;

const fields = [
  { label: 'Title', textOf: ({ title }: PostTexts) => title },
  { label: 'Slug', textOf: ({ slug }: PostTexts) => slug },
  { label: 'Category', textOf: ({ category }: PostTexts) => category },
  { label: 'Tags', textOf: ({ tags }: PostTexts) => tags.join(', ') },
  { label: 'Excerpt', textOf: ({ excerpt }: PostTexts) => excerpt },
];

/** Shows the fields that differ between a revision and the current text; the content by lines. */
export default function RevisionDiff({ revision, current }: { revision: PostTexts; current: PostTexts }) {
  const changed = fields.filter(({ textOf }) => textOf(revision) !== textOf(current));
  const sameContent = revision.content === current.content;
  if (changed.length === 0 && sameContent)
    return <p className="py-12 text-center text-muted text-ui">This version is identical to the current text.</p>;
  return (
    <div className="flex flex-col gap-5">
      {changed.map(({ label, textOf }) => (
        <FieldDiff key={label} label={label} before={textOf(revision)} after={textOf(current)} />
      ))}
      {!sameContent && <ContentDiff before={revision.content} after={current.content} />}
    </div>
  );
}

function FieldDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const words = diffWords(before, after);
  const old = words?.old ?? [{ text: before, changed: false }];
  const now = words?.now ?? [{ text: after, changed: false }];
  return (
    <Part label={label}>
      <Line line={{ kind: 'old', parts: old }} />
      <Line line={{ kind: 'new', parts: now }} />
    </Part>
  );
}

/** Shows the difference of two texts by lines. Long unchanged parts are folded and can be expanded. */
export function ContentDiff({ label = 'Content', before, after }: { label?: string; before: string; after: string }) {
  const parts = useMemo(() => foldSame(diffTexts(before, after)), [before, after]);
  return (
    <Part label={label}>
      {parts.map((part, at) =>
        part.kind === 'fold' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two given texts never move.
          <FoldedLines key={at} fold={part} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Line key={at} line={part} />
        ),
      )}
    </Part>
  );
}

function Part({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <section aria-label={label}>
      <p aria-hidden className="mb-1.5 text-caption text-faint">
        {label}
      </p>
      <div className="overflow-hidden rounded-control border border-line bg-canvas">{children}</div>
    </section>
  );
}

function FoldedLines({ fold: { lines } }: { fold: Fold }) {
  const [open, setOpen] = useState(false);
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  if (open) return lines.map((line, at) => <Line key={at} line={line} />);
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="my-1 flex w-full cursor-pointer items-center gap-2 border-hairline border-y bg-surface px-3 py-1 text-caption text-faint -outline-offset-2 transition-colors hover:bg-hover hover:text-ink"
    >
      <UnfoldVertical aria-hidden size={14} strokeWidth={1.75} />
      {lines.length.toLocaleString('en-US')} unchanged lines
    </button>
  );
}

const looks = {
  same: { sign: ' ', row: 'text-muted', mark: '' },
  old: { sign: '−', row: 'bg-danger-soft text-ink', mark: 'bg-danger-line/30' },
  new: { sign: '+', row: 'bg-success-soft text-ink', mark: 'bg-success-line/30' },
};
const elements = { same: 'span', old: 'del', new: 'ins' } as const;

function Line({ line: { kind, parts } }: { line: DiffLine }) {
  const { sign, row, mark } = looks[kind];
  const Element = elements[kind];
  return (
    <div className={classNames('mono flex px-3 text-mono/5', row)}>
      <span aria-hidden="true" className="w-4 shrink-0 select-none text-faint">
        {sign}
      </span>
      <Element dir="auto" className="min-h-5 min-w-0 grow whitespace-pre-wrap no-underline [overflow-wrap:anywhere]">
        {parts.map(({ text, changed }: DiffPart, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <span key={at} className={changed ? classNames('rounded-[2px]', mark) : undefined}>
            {text}
          </span>
        ))}
      </Element>
    </div>
  );
}
