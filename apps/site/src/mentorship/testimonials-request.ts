import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { testimonials } from '@docfolio/contracts/testimonial';
import type { QueryFunctionContext } from '@tanstack/react-query';

// Contains zod. Only testimonials-query.ts imports it, when its query runs.

export const listTestimonials = ({ client, signal }: QueryFunctionContext) =>
  call(testimonials.list, {}, { ...transportOf(client), signal });
