import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { testimonials } from '@docfolio/contracts/testimonial';
import type { QueryFunctionContext } from '@tanstack/react-query';

// Contains zod and the contracts: load it through testimonials-query.ts.

export const listTestimonials = ({ client, signal }: QueryFunctionContext) =>
  call(testimonials.list, {}, { ...transportOf(client), signal });
