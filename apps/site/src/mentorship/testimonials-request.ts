import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { testimonials } from '@docfolio/contracts/testimonial';
import type { QueryFunctionContext } from '@tanstack/react-query';

// This file imports zod and the contracts. Only testimonials-query.ts may import it, dynamically.

export const listTestimonials = ({ client, signal }: QueryFunctionContext) =>
  call(testimonials.list, {}, { ...transportOf(client), signal });
