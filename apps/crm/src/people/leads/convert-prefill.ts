import type { FormValues } from '@docfolio/admin/records/form-field';
import { carriedToProject } from '@docfolio/contracts/entities/conversion';
import type { Lead } from '@docfolio/contracts/entities/lead';
import { clientForm } from '../clients/client-form.js';
import { projectForm } from '../projects/project-form.js';

const titleLimit = 254;

export function clientOf({ name, email, phone, company }: Lead): FormValues {
  return { ...clientForm.empty, name, email, phone: phone ?? '', company: company ?? '' };
}

/** Returns the values that prefill a lead's project; the timeline as the server would convert it. */
export function projectOf(lead: Lead): FormValues {
  const { name, company, service_interest, project_type, message } = lead;
  const { timeline_estimate } = carriedToProject(lead);
  const wish = project_type ?? service_interest ?? 'Project';
  return {
    ...projectForm.empty,
    title: `${wish} for ${company ?? name}`.slice(0, titleLimit),
    service_type: service_interest ?? '',
    description: message?.slice(0, 10_000) ?? '',
    timeline_estimate: timeline_estimate ?? '',
  };
}
