import { type CaseStudy, type ProjectStatus, portfolio } from '@docfolio/site-copy/portfolio';
import { Button } from '@docfolio/ui/buttons/button';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ContactDialogOpener, useContactDialog } from '../contact-form/use-contact-dialog.js';
import { Tags } from './tags.js';

const loadDialog = () => import('./portfolio-dialog.js');

export function CaseStudies() {
  const { opener, dialog } = useContactDialog<CaseStudy>(loadDialog);
  return (
    <>
      <ul className="mt-6 border-line border-b">
        {portfolio.caseStudies.list.map((study) => (
          <CaseStudyRow key={study.id} study={study} opener={opener} />
        ))}
      </ul>
      {dialog}
    </>
  );
}

interface CaseStudyRowProps extends Pick<ContactDialogOpener<CaseStudy>, 'opener'> {
  study: CaseStudy;
}

function CaseStudyRow({ study, opener }: CaseStudyRowProps) {
  const { id, title, subtitle, status, technologies, achievements, role, year, liveUrl, codeUrl } = study;
  return (
    <li
      id={id}
      className="grid gap-x-12 gap-y-5 border-line border-t pt-6 pb-7 @min-[36rem]:grid-cols-[minmax(0,1fr)_11.5rem]"
    >
      <div>
        <h3 id={`${id}-title`} className="text-h3 text-ink">
          {title}
        </h3>
        <p className="mt-1 text-muted text-sub">{subtitle}</p>
        <ul aria-label="Achievements" className="mt-3.5 grid gap-y-1">
          {achievements.map((achievement) => (
            <li key={achievement} className="flex gap-2.5 text-pretty text-muted text-ui">
              <span aria-hidden className="mt-2 size-1 shrink-0 rounded-full bg-line-field" />
              {achievement}
            </li>
          ))}
        </ul>
        <div className="mt-4">
          <Tags label="Technologies" tags={technologies} />
        </div>
      </div>
      <div>
        <dl className="grid gap-y-2.5 pt-1">
          <Fact name="Role">{role}</Fact>
          <Fact name="Year">
            <span className="mono text-mono">{year}</span>
          </Fact>
          <Fact name="Status">
            <Status status={status} />
          </Fact>
          <Fact name="Links">
            <span className="flex gap-3">
              <OutLink href={liveUrl} of={title}>
                Live site
              </OutLink>
              {codeUrl && (
                <OutLink href={codeUrl} of={title}>
                  Code
                </OutLink>
              )}
            </span>
          </Fact>
        </dl>
        <Button {...opener(study)} size="sm" aria-describedby={`${id}-title`} className="mt-4 w-full noscript:hidden">
          Similar Project?
        </Button>
        <noscript>
          <Button asChild size="sm" aria-describedby={`${id}-title`} className="mt-4 w-full">
            <a href="#start">Similar Project?</a>
          </Button>
        </noscript>
      </div>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-ui">
      <dt className="text-faint">{name}</dt>
      <dd className="text-right text-ink">{children}</dd>
    </div>
  );
}

const marks: Record<ProjectStatus, string> = { Live: 'bg-success', 'In beta': 'bg-warning', Completed: 'bg-faint' };

function Status({ status }: { status: ProjectStatus }) {
  return (
    <>
      <span aria-hidden className={`mr-2 inline-block size-1.5 rounded-full align-middle ${marks[status]}`} />
      {status}
    </>
  );
}

function OutLink({ href, of, children }: { href: string; of: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="touch-target group inline-flex items-center gap-0.5 underline decoration-line-strong underline-offset-3 hover:decoration-ink"
    >
      {children}
      <span className="sr-only"> of {of} (opens in a new tab)</span>
      <ArrowUpRight aria-hidden size={14} strokeWidth={1.75} className="text-faint group-hover:text-ink" />
    </a>
  );
}
