import { useLiveChanges } from '@docfolio/api-client/live';
import { bookmarks } from '@docfolio/contracts/bookmark';
import { comments } from '@docfolio/contracts/comment';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import { exports } from '@docfolio/contracts/export';
import { images } from '@docfolio/contracts/image';
import { mails } from '@docfolio/contracts/mail';
import { newsletter } from '@docfolio/contracts/newsletter';
import { posts } from '@docfolio/contracts/post';
import { testimonials } from '@docfolio/contracts/testimonial';
import { timeline } from '@docfolio/contracts/timeline';
import { contentTrash, peopleTrash } from '@docfolio/contracts/trash';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { commentKind } from '../blog/comments/comment-kind.js';
import { postKind } from '../blog/posts/post-kind.js';
import { bookmarkKind } from '../bookmarks/bookmark-kind.js';
import { clientKind } from '../people/clients/client-kind.js';
import { portfolioInquiryKind } from '../people/inquiries/portfolio-inquiry-kind.js';
import { serviceInquiryKind } from '../people/inquiries/service-inquiry-kind.js';
import { leadKind } from '../people/leads/lead-kind.js';
import { projectKind } from '../people/projects/project-kind.js';
import { subscriberKind } from '../people/subscribers/subscriber-kind.js';
import { applyLiveNews, type LiveViews } from '../records/live-records.js';
import { reloadStats } from '../records/record-cache.js';
import { testimonialKind } from '../testimonials/testimonial-kind.js';

/** Milliseconds between two looks at the figures while changes keep coming. */
const figuresPause = 400;

const views: LiveViews = {
  kinds: [
    bookmarkKind,
    clientKind,
    commentKind,
    leadKind,
    portfolioInquiryKind,
    postKind,
    projectKind,
    serviceInquiryKind,
    subscriberKind,
    testimonialKind,
  ],
  others: {
    blog_posts: [posts.list, posts.read, posts.related, posts.neighbours, posts.categories],
    blog_comments: [comments.list],
    bookmarks: [bookmarks.list],
    images: [images.list],
    newsletter_issues: [newsletter.list, newsletter.audience, newsletter.deliveries],
    testimonials: [testimonials.list],
    timeline_entries: [timeline.list],
    exports: [exports.get],
    mails: [mails.listFailed],
    parked_submissions: [peopleDeadLetters.list, contentDeadLetters.list],
  },
};
const trash = [peopleTrash.list, contentTrash.list];

/** Keeps everything that is on the screen as it is on the server, whoever changes it. */
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
    }, figuresPause);
  });
}
