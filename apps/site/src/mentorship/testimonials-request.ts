import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import type { QueryFunctionContext } from '@tanstack/react-query';

// Import this file on demand: it contains zod.

export const listTestimonials = ({ client, signal }: QueryFunctionContext) =>
  call(testimonials.list, {}, { ...transportOf(client), signal });
