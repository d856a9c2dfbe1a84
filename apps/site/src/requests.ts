import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { bookmarks } from '@docfolio/contracts/bookmark';
import { leads } from '@docfolio/contracts/lead';
import { portfolioInquiries } from '@docfolio/contracts/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { testimonials } from '@docfolio/contracts/testimonial';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { submissionOf } from './contact-form/submission.js';

// All requests of the site. Load this file with `loadRequests` only: it contains zod, which reading a page does not need.

export const listBookmarks = ({ client, signal }: QueryFunctionContext) =>
  call(bookmarks.list, {}, { ...transportOf(client), signal });

export const listTestimonials = ({ client, signal }: QueryFunctionContext) =>
  call(testimonials.list, {}, { ...transportOf(client), signal });

export const leadSubmission = (form: string) => submissionOf(leads.submit, form);

export const serviceSubmission = (form: string) => submissionOf(serviceInquiries.submit, form);

export const portfolioSubmission = (form: string) => submissionOf(portfolioInquiries.submit, form);
