import { Link } from '@docfolio/federation/router';
import { headOf } from '@docfolio/site-copy/pages';
import { privacy } from '@docfolio/site-copy/privacy';
import { Button } from '@docfolio/ui/buttons/button';
import { Seo } from '@docfolio/ui/seo';
import { KeptRecords } from './kept-records.js';

// Formats dates in UTC, so that the server and every browser render the same day.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export default function PrivacyPage() {
  return (
    <div className="max-w-prose">
      <Seo {...headOf('/privacy')} />
      <h1 className="text-ink text-title max-md:text-title-sm">{privacy.title}</h1>
      <p className="mt-3 max-w-120 text-balance text-lede text-muted">{privacy.lede}</p>
      <p className="mono mt-6 text-faint text-mono">
        Last changed <time dateTime={privacy.updated}>{longDate.format(new Date(privacy.updated))}</time>
      </p>
      <KeptRecords section={privacy.forms} />
      <KeptRecords section={privacy.browser} />
      {privacy.sections.map((section) => (
        <Paragraphs key={section.id} {...section} />
      ))}
      <Paragraphs {...privacy.removal} />
      <Button asChild className="mt-6">
        <Link to="/contact">Write to me</Link>
      </Button>
    </div>
  );
}

function Paragraphs({ id, title, text }: { id: string; title: string; text: readonly string[] }) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="scroll-mt-20 text-h2 text-ink">
        {title}
      </h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="mt-3 text-body text-prose">
          {paragraph}
        </p>
      ))}
    </section>
  );
}
