import { Link } from '@docfolio/federation/router';
import { type ReactNode, useEffect, useState } from 'react';

/** A part of a page that its contents name. */
export interface PageSection {
  /** The fragment of its place. */
  id: string;
  title: string;
}

/** Pixels from the window's top at which a section counts as being read: under the header, and a line. */
const readingLine = 120;

/**
 * A page in sections: one column for reading, and beside it the sections by name, the one that is being read marked.
 * Where there is no room beside it they stand in a row under the page's head.
 */
export function SectionedPage({
  sections,
  head,
  children,
}: {
  /** The same array each time. */
  sections: readonly PageSection[];
  head: ReactNode;
  children: ReactNode;
}) {
  const current = useCurrentSection(sections);
  return (
    <div className="grid gap-x-24 xl:grid-cols-[minmax(0,46rem)_14rem]">
      <div className="@container min-w-0">
        {head}
        <nav aria-label="On this page" className="mt-10 flex flex-wrap gap-x-5 border-line border-t xl:hidden">
          <span aria-hidden className="py-3 text-faint text-ui max-xs:hidden">
            On this page
          </span>
          {sections.map(({ id, title }) => (
            <Link key={id} to={`#${id}`} className="py-3 text-muted text-ui transition-colors hover:text-ink">
              {title}
            </Link>
          ))}
        </nav>
        {children}
      </div>
      {/* Level with the breadcrumb, which stands over the column. */}
      <nav aria-label="On this page" className="-mt-9 sticky top-24 self-start max-xl:hidden">
        <p className="font-medium text-caption text-faint">On this page</p>
        <ol className="mt-3 border-line border-l">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className={`-ml-px block border-l py-1 pl-4 text-ui transition-colors ${
                  id === current ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'
                }`}
              >
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}

/** The section that the window shows: the last one whose top has been reached, and the last of all at the page's end. */
function useCurrentSection(sections: readonly PageSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      frame = 0;
      const { scrollHeight } = document.documentElement;
      const atEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      const reached = sections.filter(({ id }) => {
        const section = document.getElementById(id);
        return section && section.getBoundingClientRect().top <= readingLine;
      });
      setCurrent((atEnd ? sections.at(-1) : (reached.at(-1) ?? sections[0]))?.id);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(follow);
    };
    follow();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [sections]);
  return current;
}
