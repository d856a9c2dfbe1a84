import { leadSources } from '@docfolio/contracts/entities/lead';
import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LeadsRepository } from './leads.repository.js';

/** ms in which a lead should be answered. */
const answerTime = 24 * 60 * 60 * 1_000;

const leads = gauge({
  name: 'docfolio_leads',
  help: 'Leads by source, without spam and deleted ones. Read every 5 minutes. The same in all replicas.',
  labels: ['source'],
  aggregator: 'max',
});
const unanswered = gauge({
  name: 'docfolio_leads_unanswered',
  help: 'Leads that have been new for over 24 hours, without spam. The same in all replicas.',
  aggregator: 'max',
});

/** Exports figures of the business. */
@Injectable()
export class LeadMetrics implements OnApplicationBootstrap {
  constructor(private readonly records: LeadsRepository) {}

  onApplicationBootstrap(): void {
    addCollector({
      name: 'leads',
      gauges: [leads],
      maxAge: 300_000,
      read: async () => {
        const counts = await Promise.all(leadSources.map((source) => this.records.countOfSource(source)));
        return () => {
          for (const [index, source] of leadSources.entries()) leads.set({ source }, counts[index] ?? 0);
        };
      },
    });
    addCollector({
      name: 'unanswered_leads',
      gauges: [unanswered],
      maxAge: 60_000,
      read: async () => {
        const count = await this.records.countNewBefore(new Date(Date.now() - answerTime));
        return () => unanswered.set({}, count);
      },
    });
  }
}
