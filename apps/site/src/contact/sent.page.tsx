import { Link } from '@docfolio/federation/router';
import { deleteDraft } from '@docfolio/public-forms/draft';
import { type FormOutcome, useFormOutcome } from '@docfolio/public-forms/form-outcome';
import { headOf } from '@docfolio/site-copy/pages';
import { promises } from '@docfolio/site-copy/site';
import { Button } from '@docfolio/ui/buttons/button';
import { FormConfirmation } from '@docfolio/ui/forms/form-summary';
import { Seo } from '@docfolio/ui/seo';
import { useEffect } from 'react';
import { WhatHappensNext } from './what-happens-next.js';

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  budget_range: 'Budget range',
  timeline: 'Timeline',
  message: 'Message',
};

/** The page after a lead form posted without scripts. A reload no longer has the values (specification, section 8). */
export default function SentPage() {
  const sent = useSent();
  const values = Object.entries(sent?.values ?? {}).filter(([field, value]) => value && labels[field]);
  return (
    <>
      <Seo title={headOf('/contact/sent').title} noIndex />
      <div className="grid gap-x-24 gap-y-16 xl:grid-cols-[minmax(0,46rem)_14rem]">
        <div>
          <h1 className="text-ink text-title max-md:text-title-sm">Thank you for your inquiry!</h1>
          <p className="mt-3 max-w-120 text-balance text-lede text-muted">
            We&apos;ll get back to you {promises.reply}.
          </p>
          {sent?.values.email && (
            <FormConfirmation className="mt-8">
              A receipt is on its way to <span className="font-medium text-ink">{sent.values.email}</span>.
            </FormConfirmation>
          )}
          {values.length > 0 && (
            <section aria-labelledby="sent" className="mt-10">
              <h2 id="sent" className="pb-2.5 font-medium text-caption text-faint">
                What you sent
              </h2>
              <dl className="border-line border-b text-ui">
                {values.map(([field, value]) => (
                  <div
                    key={field}
                    className="grid gap-x-4 gap-y-0.5 border-line border-t py-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
                  >
                    <dt className="text-faint">{labels[field]}</dt>
                    <dd className="wrap-anywhere whitespace-pre-line text-ink">{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          <div className="mt-8 flex flex-wrap gap-3 max-md:flex-col">
            <Button asChild>
              <Link to="/">Back to the main page</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link to="/blog">Read the blog</Link>
            </Button>
          </div>
        </div>
        <WhatHappensNext />
      </div>
    </>
  );
}

/** Returns the outcome of the posted form, and deletes the form's draft. */
function useSent(): FormOutcome | undefined {
  const { outcome } = useFormOutcome();
  useEffect(() => {
    if (outcome) deleteDraft(outcome.form);
  }, [outcome]);
  return outcome;
}
