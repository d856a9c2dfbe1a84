import { contact } from '@docfolio/content/contact';
import { headOf } from '@docfolio/content/pages';
import { Seo } from '@docfolio/ui/seo';
import { LeadForm } from '../lead-form/lead-form.js';
import { WhatHappensNext } from './what-happens-next.js';

export default function ContactPage() {
  return (
    <>
      <Seo {...headOf('/contact')} />
      <div className="grid gap-x-24 gap-y-16 xl:grid-cols-[minmax(0,46rem)_14rem]">
        <div>
          <h1 className="text-ink text-title max-md:text-title-sm">{contact.title}</h1>
          <p className="mt-3 max-w-120 text-balance text-lede text-muted">{contact.lede}</p>
          <div className="mt-10 border-line border-t pt-8 max-md:mt-8">
            <LeadForm source="contact" />
          </div>
        </div>
        <WhatHappensNext />
      </div>
    </>
  );
}
