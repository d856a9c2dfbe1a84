import { leads } from '@docfolio/contracts/lead';
import { portfolioInquiries } from '@docfolio/contracts/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { submissionOf } from './contact-form/submission.js';

// The submissions of this remote's forms. Import this file with `loadRequests` only: it contains zod.

export const leadSubmission = (form: string) => submissionOf(leads.submit, form);

export const serviceSubmission = (form: string) => submissionOf(serviceInquiries.submit, form);

export const portfolioSubmission = (form: string) => submissionOf(portfolioInquiries.submit, form);
