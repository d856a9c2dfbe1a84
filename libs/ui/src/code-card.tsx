import { createElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.js';
import { CopyButton } from './copy-button.js';

export type CodeKind =
  | 'keyword'
  | 'string'
  | 'literal'
  | 'type'
  | 'plain'
  | 'punctuation'
  | 'comment'
  | 'muted'
  | 'danger';

/** A line of code in pieces: a bare string is plain, a pair names its kind. */
export type CodeLine = readonly (string | readonly [CodeKind, string])[];

const colours: Record<CodeKind, string> = {
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  literal: 'text-code-literal',
  type: 'text-code-type',
  plain: 'text-code-plain',
  punctuation: 'text-code-punctuation',
  comment: 'text-code-comment',
  muted: 'text-faint',
  danger: 'text-danger',
};

const textOf = (line: CodeLine) => line.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('');

// Spread as children, because a line or a piece has no identity but its place.
const drawPiece = (piece: CodeLine[number]) => {
  const [kind, words] = typeof piece === 'string' ? (['plain', piece] as const) : piece;
  return createElement('span', { className: colours[kind] }, words);
};
const drawLine = (line: CodeLine) => createElement('span', null, ...line.map(drawPiece), '\n');

/** Whether there is more to the right than is showing. */
function useMoreAtRight(ref: RefObject<HTMLElement | null>): { more: boolean; scrolls: boolean } {
  const [state, setState] = useState({ more: false, scrolls: false });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const scrolls = element.scrollWidth > element.clientWidth + 1;
      const more = scrolls && element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setState((old) => (old.more === more && old.scrolls === scrolls ? old : { more, scrolls }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [ref]);
  return state;
}

export interface CodeCardProps {
  /** What the bar says: a file's name. */
  name: string;
  lines: readonly CodeLine[];
  /** What the copy button copies: the lines' own text unless given; `null` leaves the button out. */
  copyText?: string | null;
  /** More to stand in the bar, before the copy button. */
  tools?: ReactNode;
  className?: string;
}

/** Code in a frame: a bar with its file name and copy button; lines never wrap, the last 40 px fade when there is more. */
export function CodeCard({ name, lines, copyText, tools, className }: CodeCardProps) {
  const scroller = useRef<HTMLElement>(null);
  const { more, scrolls } = useMoreAtRight(scroller);
  const text = copyText === undefined ? lines.map(textOf).join('\n') : copyText;
  return (
    <figure className={classNames('min-w-0 overflow-hidden rounded-panel border border-line bg-surface', className)}>
      <figcaption className="flex h-10 items-center justify-between gap-2 border-line border-b pr-1 pl-4">
        <span className="mono truncate text-mono text-muted">{name}</span>
        <span className="flex items-center">
          {tools}
          {text !== null && <CopyButton text={text} label={`Copy ${name}`} />}
        </span>
      </figcaption>
      <section
        ref={scroller}
        aria-label={name}
        // Reachable by keyboard only when there is something to scroll to.
        {...(scrolls ? { tabIndex: 0 } : {})}
        className={classNames(
          'overflow-x-auto p-4',
          more && '[mask-image:linear-gradient(to_right,black_calc(100%-40px),transparent)]',
        )}
      >
        <pre className="mono w-max text-code text-code-plain max-md:leading-5.25">
          {createElement('code', null, ...lines.map(drawLine))}
        </pre>
      </section>
    </figure>
  );
}

/** What a console would say: the same frame under the name `console`, without a copy button. */
export function ConsoleCard({ lines, className }: { lines: readonly CodeLine[]; className?: string }) {
  return <CodeCard name="console" lines={lines} copyText={null} className={className} />;
}
