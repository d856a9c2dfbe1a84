import { useFormTitle } from '@docfolio/public-forms/form-outcome';
import { headOf } from '@docfolio/site-copy/pages';
import { portfolio } from '@docfolio/site-copy/portfolio';
import { useSiteOrigin } from '@docfolio/ui/runtime';
import { Seo } from '@docfolio/ui/seo';
import { LeadForm } from '../lead-form/lead-form.js';
import { SectionedPage } from '../page-sections.js';
import { CaseStudies } from './case-studies.js';
import { Hackathons } from './hackathons.js';
import { portfolioData } from './portfolio-data.js';

const { caseStudies, hackathons, form } = portfolio;
const sections = [
  { id: 'case-studies', title: caseStudies.title },
  { id: 'hackathons', title: hackathons.title },
  { id: 'start', title: form.title },
] as const;

export default function PortfolioPage() {
  const origin = useSiteOrigin();
  const head = headOf('/portfolio');
  const title = useFormTitle(head.title);
  return (
    <>
      <Seo {...head} title={title} jsonLd={portfolioData(origin)} />
      <SectionedPage
        sections={sections}
        head={
          <>
            <h1 className="text-ink text-title max-md:text-title-sm">{portfolio.title}</h1>
            <p className="mt-3 max-w-120 text-balance text-lede text-muted">{portfolio.lede}</p>
          </>
        }
      >
        <section aria-labelledby="case-studies" className="mt-12">
          <h2 id="case-studies" className="text-h2 text-ink">
            {caseStudies.title}
          </h2>
          <CaseStudies />
        </section>
        <section aria-labelledby="hackathons" className="mt-16">
          <h2 id="hackathons" className="text-h2 text-ink">
            {hackathons.title}
          </h2>
          <p className="mt-1 text-muted text-sub">{hackathons.lede}</p>
          <Hackathons />
        </section>
        <section aria-labelledby="start" className="mt-16">
          <h2 id="start" className="text-h2 text-ink">
            {form.title}
          </h2>
          <p className="mt-1 mb-6 text-muted text-sub">{form.lede}</p>
          <LeadForm source="portfolio" action="/portfolio#start" />
        </section>
      </SectionedPage>
    </>
  );
}
