import { Spinner } from '@docfolio/ui/display/spinner';
import { useTheme } from '@docfolio/ui/runtime';
import { Moon, Sun } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Tip } from './tip.js';

const look =
  'touch-target inline-grid size-8 shrink-0 cursor-pointer place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink max-md:size-11';

interface BarButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  /** The accessible name, which is also the tooltip. */
  label: string;
  children: ReactNode;
  busy?: boolean;
  side?: 'right' | 'bottom';
}

/** An icon button with a tooltip, 32 px large, on a phone 44 px. While `busy` it ignores clicks. */
export function BarButton({
  label,
  children,
  busy = false,
  side = 'bottom',
  className = '',
  onClick,
  ...rest
}: BarButtonProps) {
  return (
    <Tip label={label} side={side}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={(event) => !busy && onClick?.(event)}
        className={`${look} ${className}`}
      >
        {busy ? <Spinner /> : children}
      </button>
    </Tip>
  );
}

/** An icon link with a tooltip, which opens another site in a new tab. */
export function BarLink({ label, href, children }: { label: string; href: string; children: ReactNode }) {
  return (
    <Tip label={label} side="bottom">
      <a href={href} target="_blank" rel="noopener noreferrer" aria-label={label} className={look}>
        {children}
      </a>
    </Tip>
  );
}

/** Switches between dark and light. CSS selects the icon, because the server does not know the stored theme. */
export function ThemeButton() {
  const { theme, toggleTheme } = useTheme();
  return (
    <BarButton
      label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
      className="noscript:hidden"
    >
      <Sun aria-hidden size={16} strokeWidth={1.75} className="light:hidden" />
      <Moon aria-hidden size={16} strokeWidth={1.75} className="hidden light:block" />
    </BarButton>
  );
}
