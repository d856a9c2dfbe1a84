import type { MarkdownHeading } from '@docfolio/contracts/entities/markdown-document';
import { Link } from '@docfolio/federation/router';
import { ChevronDown } from 'lucide-react';

export interface ContentsProps {
  headings: readonly MarkdownHeading[];
  current: string | undefined;
}

/** The table of contents beside the text (from 75rem), with the current section marked. */
export function ContentsRail({ headings, current }: ContentsProps) {
  if (headings.length === 0) return null;
  return (
    <nav aria-label="On this page" className="max-xl:hidden">
      <p className="font-medium text-caption text-faint">On this page</p>
      <ContentsList headings={headings} current={current} className="mt-3 border-line border-l" />
    </nav>
  );
}

/** The collapsible table of contents above the text (below 75rem). */
export function ContentsRow({ headings, current }: ContentsProps) {
  if (headings.length === 0) return null;
  return (
    <details className="group border-line border-b xl:hidden print:hidden">
      <summary className="flex h-11 list-none items-center justify-between font-medium text-ink text-ui [&::-webkit-details-marker]:hidden">
        On this page
        <ChevronDown
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <nav aria-label="On this page" className="pb-4">
        <ContentsList headings={headings} current={current} className="border-line border-l" />
      </nav>
    </details>
  );
}

function ContentsList({ headings, current, className }: ContentsProps & { className: string }) {
  return (
    <ol className={className}>
      {headings.map(({ id, text, depth }) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            dir="auto"
            aria-current={id === current ? 'location' : undefined}
            className={`-ml-px wrap-anywhere block border-l py-1 text-ui transition-colors max-xl:py-2.5 ${depth === 2 ? 'pl-4' : 'pl-7'} ${
              id === current ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'
            }`}
          >
            {text}
          </Link>
        </li>
      ))}
    </ol>
  );
}
