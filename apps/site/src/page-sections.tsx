import { Link } from '@docfolio/federation/router';
import { type ReactNode, useEffect, useState } from 'react';

export interface PageSection {
  /** DOM id, which is the fragment of links to the section. */
  id: string;
  title: string;
}

/** CSS px below the window's top at which a section becomes the current one. */
const readingLine = 120;

/** A page with a table of contents: beside the text, on narrow screens between `head` and text. */
export function SectionedPage({
  sections,
  head,
  children,
}: {
  /** In their order. Must be the same array in each render. */
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
      {/* The negative margin aligns the list with the breadcrumb. */}
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

/** Returns the id of the last section that has reached `readingLine`; at the page's end, of the last section. */
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
