import { Link } from '@docfolio/federation/router';
import { about } from '@docfolio/site-copy/about';
import { headOf } from '@docfolio/site-copy/pages';
import { Button } from '@docfolio/ui/buttons/button';
import { Seo } from '@docfolio/ui/seo';
import { OwnersFiles } from './owners-files.js';

export default function AboutPage() {
  return (
    <>
      <Seo {...headOf('/about')} />
      <h1 className="text-ink text-title max-md:text-title-sm">{about.title}</h1>
      <p className="mt-3 max-w-160 text-balance text-lede text-muted">{about.lede}</p>
      <div className="mt-12 grid items-start gap-x-16 gap-y-10 max-md:mt-8 xl:grid-cols-[minmax(0,1fr)_31rem]">
        <div className="grid max-w-prose gap-y-5">
          {about.introduction.map((paragraph) => (
            <p key={paragraph} className="text-article text-prose max-md:text-body">
              {paragraph}
            </p>
          ))}
        </div>
        <OwnersFiles />
      </div>
      <Values />
      <WorkTogether />
    </>
  );
}

function Values() {
  return (
    <section aria-labelledby="values" className="mt-16">
      <h2 id="values" className="text-h2 text-ink">
        Core values
      </h2>
      <ul className="mt-6 grid gap-x-6 gap-y-8 sm:grid-cols-2 xl:grid-cols-4">
        {about.values.map(({ title, text }) => (
          <li key={title} className="border-line-strong border-t pt-3.5">
            <h3 className="text-card text-ink">{title}</h3>
            <p className="mt-1 text-muted text-ui">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WorkTogether() {
  return (
    <section
      aria-labelledby="work-together"
      className="mt-16 flex flex-wrap items-center justify-between gap-x-16 gap-y-6 border-line border-t pt-8"
    >
      <div>
        <h2 id="work-together" className="text-h2 text-ink">
          {about.action.title}
        </h2>
        <p className="mt-1 text-muted text-sub">{about.action.text}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:w-full">
        <Button asChild variant="primary" size="lg" className="max-md:flex-1">
          <Link to="/contact">Get in Touch</Link>
        </Button>
        <Button asChild size="lg" className="max-md:flex-1">
          <Link to="/services">View Services</Link>
        </Button>
      </div>
    </section>
  );
}
