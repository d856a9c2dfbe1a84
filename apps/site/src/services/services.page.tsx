import { Link } from '@docfolio/federation/router';
import { useFormTitle } from '@docfolio/public-forms/form-outcome';
import { headOf } from '@docfolio/site-copy/pages';
import { services } from '@docfolio/site-copy/services';
import { Button } from '@docfolio/ui/buttons/button';
import { useSiteOrigin } from '@docfolio/ui/runtime';
import { Seo } from '@docfolio/ui/seo';
import { LeadForm } from '../lead-form/lead-form.js';
import { SectionedPage } from '../page-sections.js';
import { Process } from './process.js';
import { ServiceList } from './service-list.js';
import { servicesData } from './services-data.js';

const sections = [
  { id: 'offerings', title: 'Offerings' },
  { id: 'process', title: services.process.title },
  { id: 'start', title: services.form.title },
] as const;

export default function ServicesPage() {
  const origin = useSiteOrigin();
  const head = headOf('/services');
  const title = useFormTitle(head.title);
  return (
    <>
      <Seo {...head} title={title} jsonLd={servicesData(origin)} />
      <SectionedPage
        sections={sections}
        head={
          <>
            <h1 className="text-ink text-title max-md:text-title-sm">{services.title}</h1>
            <p className="mt-3 max-w-120 text-balance text-lede text-muted">{services.lede}</p>
            <Button asChild variant="primary" className="mt-6">
              <Link to="/contact">Get in Touch</Link>
            </Button>
          </>
        }
      >
        <section aria-labelledby="offerings" className="xl:mt-12">
          <h2 id="offerings" className="sr-only">
            Offerings
          </h2>
          <ServiceList />
        </section>
        <section aria-labelledby="process" className="mt-16">
          <h2 id="process" className="text-h2 text-ink">
            {services.process.title}
          </h2>
          <Process />
        </section>
        <section aria-labelledby="start" className="mt-16">
          <h2 id="start" className="text-h2 text-ink">
            {services.form.title}
          </h2>
          <p className="mt-1 mb-6 text-muted text-sub">{services.form.lede}</p>
          <LeadForm source="services" action="/services#start" />
        </section>
      </SectionedPage>
    </>
  );
}
