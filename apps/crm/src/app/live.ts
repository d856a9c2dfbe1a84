import { useLiveChanges } from '@docfolio/api-client/live';
import { apiTokens } from '@docfolio/contracts/api-token';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import { exports } from '@docfolio/contracts/export';
import { images } from '@docfolio/contracts/image';
import { mails } from '@docfolio/contracts/mail';
import { newsletter } from '@docfolio/contracts/newsletter';
import { remotes } from '@docfolio/contracts/remote';
import { remoteReports } from '@docfolio/contracts/remote-report';
import { timeline } from '@docfolio/contracts/timeline';
import { contentTrash, peopleTrash } from '@docfolio/contracts/trash';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applyLiveNews, type LiveViews } from '../records/live-records.js';
import { reloadStats } from '../records/record-cache.js';
import { allKinds } from './kinds.js';

/** Milliseconds from a live change to refetching the counts; further changes in this time share the refetch. */
const figuresInterval = 400;

const views: LiveViews = {
  kinds: allKinds,
  others: {
    images: [images.list],
    newsletter_issues: [newsletter.list, newsletter.audience, newsletter.deliveries],
    timeline_entries: [timeline.list],
    exports: [exports.get],
    mails: [mails.listFailed],
    parked_submissions: [peopleDeadLetters.list, contentDeadLetters.list],
    remotes: [remotes.list, remotes.builds, remotes.changes, remoteReports.statistics],
    api_tokens: [apiTokens.list],
  },
};
const trash = [peopleTrash.list, contentTrash.list];

/** Applies live changes from the server to cached lists, records, trash and counts. Call it once, for admins only. */
export function useLiveRecords(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveChanges((news) => {
    void applyLiveNews(client, views, news);
    if (news !== 'reset' && news.some(({ act }) => act === 'deleted' || act === 'restored'))
      for (const { path, method } of trash) void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void reloadStats(client);
    }, figuresInterval);
  });
}
