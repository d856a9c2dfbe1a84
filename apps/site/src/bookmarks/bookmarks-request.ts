import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import type { QueryFunctionContext } from '@tanstack/react-query';

// Import this file on demand: it contains zod.

export const listBookmarks = ({ client, signal }: QueryFunctionContext) =>
  call(bookmarks.list, {}, { ...transportOf(client), signal });
