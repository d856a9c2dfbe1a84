import { type LeadSource, leads } from '@docfolio/contracts/entities/lead';
import { type SubmitForm, submitPostedForm } from '@docfolio/public-forms/form-post';
import { leadFields, leadFormName } from './lead-form/lead-fields.js';

const sources: Readonly<Record<string, LeadSource>> = {
  '/contact': 'contact',
  '/services': 'services',
  '/portfolio': 'portfolio',
};

/** Sends a lead form that the browser posted without scripts; returns undefined for a page without such a form. */
export const submit: SubmitForm = async (post, client) => {
  const source = sources[post.pathname];
  if (!source) return undefined;
  return submitPostedForm(leads.submit, post, client, {
    form: leadFormName(source),
    fields: leadFields,
    fixed: { source },
    location: '/contact/sent',
  });
};
