import { Link } from '@docfolio/federation/router';
import { mentorship } from '@docfolio/site-copy/mentorship';
import { headOf } from '@docfolio/site-copy/pages';
import { Button } from '@docfolio/ui/buttons/button';
import { Seo } from '@docfolio/ui/seo';
import { BookingLink } from './booking-link.js';
import { Programmes } from './programmes.js';
import { Steps } from './steps.js';
import { Testimonials } from './testimonials.js';
import { Topics } from './topics.js';

export default function MentorshipPage() {
  return (
    <>
      <Seo {...headOf('/mentorship')} />
      <h1 className="text-ink text-title max-md:text-title-sm">{mentorship.title}</h1>
      <p className="mt-3 max-w-130 text-balance text-lede text-muted">{mentorship.lede}</p>
      <BookingLink variant="primary" className="mt-6">
        Book Mentorship
      </BookingLink>
      <Programmes />
      <Topics />
      <Steps />
      <Testimonials />
      <section
        aria-labelledby="not-sure"
        className="mt-16 flex flex-wrap items-center justify-between gap-x-16 gap-y-6 border-line border-t pt-8"
      >
        <div>
          <h2 id="not-sure" className="text-h2 text-ink">
            {mentorship.action.title}
          </h2>
          <p className="mt-1 max-w-prose text-muted text-sub">{mentorship.action.text}</p>
        </div>
        <Button asChild size="lg" className="max-md:grow">
          <Link to="/contact">Get in Touch</Link>
        </Button>
      </section>
    </>
  );
}
