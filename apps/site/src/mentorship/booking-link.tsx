import { links } from '@docfolio/site-copy/site';
import { Button, type ButtonProps } from '@docfolio/ui/button';
import { ArrowUpRight } from 'lucide-react';

/** A way to the booking platform: another site, in a new tab. */
export function BookingLink({ children, ...look }: Pick<ButtonProps, 'variant' | 'size' | 'className' | 'children'>) {
  return (
    <Button {...look} asChild>
      <a href={links.booking} target="_blank" rel="noopener noreferrer">
        {children}
        <ArrowUpRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={look.variant === 'primary' ? undefined : 'text-muted'}
        />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </Button>
  );
}
