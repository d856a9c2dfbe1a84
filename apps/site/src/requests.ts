import { leads } from '@docfolio/contracts/lead';
import { portfolioInquiries } from '@docfolio/contracts/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { submissionOf } from './contact-form/submission.js';

// All submissions of the site. Load this file with `loadRequests` only: it contains zod, which reading a page does not need.

export const leadSubmission = (form: string) => submissionOf(leads.submit, form);

export const serviceSubmission = (form: string) => submissionOf(serviceInquiries.submit, form);

export const portfolioSubmission = (form: string) => submissionOf(portfolioInquiries.submit, form);
