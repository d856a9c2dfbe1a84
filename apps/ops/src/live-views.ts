import type { LiveViews } from '@docfolio/admin/records/live-records';
import { apiTokens } from '@docfolio/contracts/entities/api-token';
import { audit } from '@docfolio/contracts/entities/audit';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { exports } from '@docfolio/contracts/entities/export';
import { mails } from '@docfolio/contracts/entities/mail';
import { remotes } from '@docfolio/contracts/entities/remote';
import { remoteReports } from '@docfolio/contracts/entities/remote-report';

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
