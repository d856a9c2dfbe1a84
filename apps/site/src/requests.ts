import { leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { submissionOf } from '@docfolio/public-forms/submission';

// What this remote's forms need when they are sent. Import this file with `loadRequests` only: it contains zod.

export const leadSubmission = submissionOf(leads.submit);

export const serviceSubmission = submissionOf(serviceInquiries.submit);

export const portfolioSubmission = submissionOf(portfolioInquiries.submit);
