import { type RefusedForm, useFormOutcome, useFormTitle } from '@docfolio/public-forms/form-outcome';
import { contact } from '@docfolio/site-copy/contact';
import { headOf } from '@docfolio/site-copy/pages';
import { Seo } from '@docfolio/ui/seo';
import { LeadForm } from '../lead-form/lead-form.js';
import { WhatHappensNext } from './what-happens-next.js';

/** Returns the text above a refused form. A title means a technical failure, after which the lead may be stored. */
const ledeOf = ({ title }: RefusedForm) =>
  title ? 'What you typed is still here.' : 'Nothing was sent yet. What you typed is still here.';

export default function ContactPage() {
  const head = headOf('/contact');
  const title = useFormTitle(head.title);
  const { outcome } = useFormOutcome();
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  return (
    <>
      <Seo {...head} title={title} />
      <div className="grid gap-x-24 gap-y-16 xl:grid-cols-[minmax(0,46rem)_14rem]">
        <div>
          <h1 className="text-ink text-title max-md:text-title-sm">{contact.title}</h1>
          <p className="mt-3 max-w-120 text-balance text-lede text-muted">{refused ? ledeOf(refused) : contact.lede}</p>
          <div className={refused ? 'mt-8' : 'mt-10 border-line border-t pt-8 max-md:mt-8'}>
            <LeadForm source="contact" action="/contact" />
          </div>
        </div>
        <WhatHappensNext />
      </div>
    </>
  );
}
