import { Link } from '@docfolio/federation/router';
import { useId } from 'react';
import { NewsletterForm } from './newsletter-form.js';

export function Newsletter() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container mt-16 border-line border-t pt-8 print:hidden">
      <div className="grid gap-x-12 gap-y-6 @min-[54rem]:grid-cols-[minmax(0,1fr)_34rem]">
        <div>
          <h2 id={id} className="text-h2 text-ink">
            New posts by email
          </h2>
          <p className="mt-1 text-muted text-sub">One or two a month. Unsubscribe with one click.</p>
          <p className="mt-1 text-faint text-ui">
            <Link to="/privacy" className="underline decoration-line-strong underline-offset-3 hover:text-ink">
              What is kept, and for how long
            </Link>
          </p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  );
}
