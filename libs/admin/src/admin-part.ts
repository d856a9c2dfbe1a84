import type { LiveNews } from '@docfolio/api-client/live';
import type { QueryClient } from '@tanstack/react-query';
import { tellLiveNews } from './records/live-news.js';
import type { LiveViews } from './records/live-records.js';
import type { CrmRecord, RecordKind } from './records/record-kind.js';

/** A kind of record whose records the command palette finds. */
export type SearchedKind = Pick<
  RecordKind<CrmRecord>,
  'topic' | 'path' | 'many' | 'list' | 'nameOf' | 'paletteEntryOf'
>;

/** What a remote gives to the frame beside its pages: the export `admin` of its `src/routes.tsx`. */
export interface AdminPart {
  readonly searchedKinds: readonly SearchedKind[];
  /**
   * Brings the remote's cached data up to date; the frame has it all refetched after a 'reset'. Rejects if the code for
   * that does not load.
   */
  applyLiveChanges(client: QueryClient, news: LiveNews): Promise<void>;
}

interface PartOptions {
  searchedKinds?: readonly SearchedKind[];
  /** Loads what the remote shows of each topic, at the first change. */
  loadLiveViews: () => Promise<LiveViews>;
}

export function adminPart({ searchedKinds = [], loadLiveViews }: PartOptions): AdminPart {
  return {
    searchedKinds,
    async applyLiveChanges(client, news) {
      tellLiveNews(news);
      if (news === 'reset') return;
      const [{ applyLiveChanges }, views] = await Promise.all([import('./records/live-records.js'), loadLiveViews()]);
      await applyLiveChanges(client, views, news);
    },
  };
}

/** Returns the part that a remote's module exports. @throws Error if it exports none */
export function adminPartOf(routes: { admin?: unknown }): AdminPart {
  if (!routes.admin) throw new Error('The remote has no pages for signed-in users');
  return routes.admin as AdminPart;
}
