import { Link } from '@docfolio/federation/router';
import { experience, slug } from '@docfolio/site-copy/derived';
import { hero } from '@docfolio/site-copy/home';
import { links, owner, promises } from '@docfolio/site-copy/site';
import { Button } from '@docfolio/ui/buttons/button';
import { CodeCard } from '@docfolio/ui/text/code-card';
import { objectCode } from '@docfolio/ui/text/object-code';
import { ArrowUpRight } from 'lucide-react';

export function Hero() {
  return (
    <section className="grid items-center gap-x-16 gap-y-8 pt-6 max-md:pt-4 xl:grid-cols-[minmax(0,1fr)_27.5rem]">
      <div>
        <p className="mono text-mono text-muted">{hero.eyebrow}</p>
        <h1 className="mt-5 text-display text-ink max-md:mt-4 max-md:text-display-sm">{hero.headline}</h1>
        <p className="mt-5 max-w-120 text-balance text-lede text-muted">{hero.lede}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild variant="primary" size="lg" className="max-md:flex-1">
            <Link to="/contact">Get in Touch</Link>
          </Button>
          {links.booking && (
            <Button asChild size="lg" className="max-md:flex-1">
              <a href={links.booking} target="_blank" rel="noopener noreferrer">
                Book Mentorship
                <ArrowUpRight aria-hidden size={16} strokeWidth={1.75} className="text-muted" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </Button>
          )}
        </div>
      </div>
      <CodeCard name={`${slug}.ts`} lines={engineer} />
    </section>
  );
}

const engineer = objectCode(
  'ts',
  {
    name: owner.name,
    role: owner.role,
    experience,
    focus: hero.focus,
    mentoring: true,
    replies: promises.reply,
  },
  [['keyword', 'export const '], 'engineer', ['punctuation', ': '], ['type', 'Engineer'], ['punctuation', ' = ']],
);
