import type { LiveViews } from '@docfolio/admin/records/live-records';
import { exports } from '@docfolio/contracts/export';
import { images } from '@docfolio/contracts/image';
import { newsletter } from '@docfolio/contracts/newsletter';
import { timeline } from '@docfolio/contracts/timeline';
import { contentTrash, peopleTrash } from '@docfolio/contracts/trash';
import { allKinds } from './kinds.js';

export const liveViews: LiveViews = {
  kinds: allKinds,
  trash: [peopleTrash.list, contentTrash.list],
  others: {
    images: [images.list],
    newsletter_issues: [newsletter.list, newsletter.audience, newsletter.deliveries],
    timeline_entries: [timeline.list],
    exports: [exports.get],
  },
};
