import { Link } from '@docfolio/federation/router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Frame } from './frame.js';

export interface AuthSheetProps {
  path: string;
  title: string;
  subtitle: ReactNode;
  back: { to: string; label: string; state?: unknown };
  /** Ref of the heading, to focus it when a page shows another step. */
  headingRef?: Ref<HTMLHeadingElement>;
  wide?: boolean;
  children: ReactNode;
}

export function AuthSheet({ path, title, subtitle, back, headingRef, wide, children }: AuthSheetProps) {
  return (
    <Frame wide={wide}>
      <p className="mono text-mono text-faint">{path}</p>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="mt-4 text-[1.375rem]/8 font-semibold tracking-[-0.018em] text-ink outline-none"
      >
        {title}
      </h1>
      <p className="text-ui text-muted">{subtitle}</p>
      {children}
      <Link
        to={back.to}
        state={back.state}
        className="touch-target absolute top-full left-8 mt-6 inline-flex items-center gap-1.5 text-caption text-faint transition-colors hover:text-ink max-md:left-5"
      >
        <ArrowLeft aria-hidden size={14} strokeWidth={1.75} />
        {back.label}
      </Link>
    </Frame>
  );
}
