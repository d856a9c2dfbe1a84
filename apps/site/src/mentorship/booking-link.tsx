import { Link } from '@docfolio/federation/router';
import { links } from '@docfolio/site-copy/site';
import { Button, type ButtonProps } from '@docfolio/ui/buttons/button';
import { ArrowUpRight } from 'lucide-react';

/** A button that links to the booking platform in a new tab; without `links.booking`, to the contact form. */
export function BookingLink({ children, ...look }: Pick<ButtonProps, 'variant' | 'size' | 'className' | 'children'>) {
  if (!links.booking) {
    return (
      <Button {...look} asChild>
        <Link to="/contact">{children}</Link>
      </Button>
    );
  }
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
