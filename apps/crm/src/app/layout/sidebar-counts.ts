import { queryOf } from '@docfolio/api-client/query';
import { stats } from '@docfolio/contracts/stats';
import { useQuery } from '@tanstack/react-query';
import type { SidebarCounts } from './sidebar-nav.js';

const counted = (count: number, words: string) => ({
  text: count.toLocaleString('en-US'),
  words: `${count.toLocaleString('en-US')} ${words}`,
});

/** While counts are missing they are asked for again by themselves: beside a link there is no room for a Retry. */
const missingCountsPauseMs = 10_000;
const untilAnswered = {
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? missingCountsPauseMs : false,
} as const;

/** What stands beside the sidebar's links: undefined while it is asked for, null where that failed. */
export function useSidebarCounts(): SidebarCounts {
  const people = useQuery({ ...queryOf(stats.people, {}), ...untilAnswered });
  const content = useQuery({ ...queryOf(stats.content, {}), ...untilAnswered });
  const of = <Stats>(
    query: { data: Stats | undefined; isError: boolean },
    count: (stats: Stats) => number,
    words: string,
  ) => (query.data ? counted(count(query.data), words) : query.isError ? null : undefined);
  return {
    '/admin/leads': of(people, ({ leads }) => leads, 'leads'),
    '/admin/clients': of(people, ({ clients }) => clients, 'clients'),
    '/admin/projects': of(people, ({ projects }) => projects, 'projects'),
    '/admin/service-inquiries': of(people, ({ service_inquiries }) => service_inquiries, 'service inquiries'),
    '/admin/portfolio-inquiries': of(people, ({ portfolio_inquiries }) => portfolio_inquiries, 'portfolio inquiries'),
    '/admin/blog': of(content, ({ posts }) => posts, 'posts'),
    '/admin/blog-subscribers': of(people, ({ subscribers }) => subscribers, 'subscribers'),
    '/admin/bookmarks': of(content, ({ bookmarks }) => bookmarks, 'bookmarks'),
    '/admin/testimonials': of(content, ({ testimonials }) => testimonials, 'testimonials'),
  };
}
