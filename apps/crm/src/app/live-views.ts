import type { LiveViews } from '@docfolio/admin/records/live-records';
import { exports } from '@docfolio/contracts/entities/export';
import { images } from '@docfolio/contracts/entities/image';
import { newsletter } from '@docfolio/contracts/entities/newsletter';
import { timeline } from '@docfolio/contracts/entities/timeline';
import { contentTrash, peopleTrash } from '@docfolio/contracts/entities/trash';
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
