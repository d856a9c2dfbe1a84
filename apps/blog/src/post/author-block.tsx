import { initialsOf } from '@docfolio/site-copy/derived';
import { hero } from '@docfolio/site-copy/home';
import { owner } from '@docfolio/site-copy/site';
import { BrandMark } from '@docfolio/ui/display/brand-mark';

/** The author at the end of a post. If it is the site's owner, a line about them follows. */
export function AuthorBlock({ name }: { name: string }) {
  const own = name === owner.name;
  return (
    <section aria-label="Author" className="flex items-start gap-4">
      <BrandMark className="size-10 rounded-note text-ui">{initialsOf(name)}</BrandMark>
      <div className="min-w-0">
        <p dir="auto" className="font-semibold text-card text-ink">
          {name}
        </p>
        {own && (
          <p className="text-muted text-ui">
            {hero.eyebrow}. {hero.lede}
          </p>
        )}
      </div>
    </section>
  );
}
