import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { bookmarks } from '@docfolio/contracts/bookmark';
import type { QueryFunctionContext } from '@tanstack/react-query';

// This file imports zod and the contracts. Only bookmarks-query.ts may import it, dynamically.

export const listBookmarks = ({ client, signal }: QueryFunctionContext) =>
  call(bookmarks.list, {}, { ...transportOf(client), signal });
