import type { LiveViews } from '@docfolio/admin/records/live-records';
import { apiTokens } from '@docfolio/contracts/api-token';
import { audit } from '@docfolio/contracts/audit';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import { exports } from '@docfolio/contracts/export';
import { mails } from '@docfolio/contracts/mail';
import { remotes } from '@docfolio/contracts/remote';
import { remoteReports } from '@docfolio/contracts/remote-report';

export const liveViews: LiveViews = {
  kinds: [],
  others: {
    audit_entries: [audit.list],
    exports: [exports.get],
    mails: [mails.listFailed],
    parked_submissions: [peopleDeadLetters.list, contentDeadLetters.list],
    remotes: [remotes.list, remotes.builds, remotes.changes, remoteReports.statistics],
    api_tokens: [apiTokens.list],
  },
};
