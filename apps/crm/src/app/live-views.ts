import { apiTokens } from '@docfolio/contracts/api-token';
import { audit } from '@docfolio/contracts/audit';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import { exports } from '@docfolio/contracts/export';
import { images } from '@docfolio/contracts/image';
import { mails } from '@docfolio/contracts/mail';
import { newsletter } from '@docfolio/contracts/newsletter';
import { remotes } from '@docfolio/contracts/remote';
import { remoteReports } from '@docfolio/contracts/remote-report';
import { timeline } from '@docfolio/contracts/timeline';
import type { LiveViews } from '../records/live-records.js';
import { allKinds } from './kinds.js';

export { applyLiveNews } from '../records/live-records.js';

export const liveViews: LiveViews = {
  kinds: allKinds,
  others: {
    audit_entries: [audit.list],
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
