import type { ClientListQuery } from '@docfolio/contracts/client';
import { type ExportList, exportQueries } from '@docfolio/contracts/export';
import type { LeadListQuery } from '@docfolio/contracts/lead';
import type { List, ListQuery } from '@docfolio/contracts/list';
import type { PortfolioInquiryListQuery } from '@docfolio/contracts/portfolio-inquiry';
import { parseOrThrow } from '@docfolio/contracts/problem';
import type { ProjectListQuery } from '@docfolio/contracts/project';
import type { ServiceInquiryListQuery } from '@docfolio/contracts/service-inquiry';
import type { SubscriberListQuery } from '@docfolio/contracts/subscriber';
import { batchesOf } from '@docfolio/service-kit/mongo/record-walk';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../clients/clients.service.js';
import { PortfolioInquiriesService } from '../inquiries/portfolio-inquiries.service.js';
import { ServiceInquiriesService } from '../inquiries/service-inquiries.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SubscribersService } from '../subscribers/subscribers.service.js';
import { csvLine } from './csv.js';
import {
  type Column,
  clientColumns,
  leadColumns,
  portfolioInquiryColumns,
  projectColumns,
  serviceInquiryColumns,
  subscriberColumns,
} from './export-columns.js';

/** A screenful of a list as lines of its file. */
export interface WrittenScreenful {
  lines: string;
  rows: number;
  /** Of the whole list; a floor where it isn't exact. */
  total: number;
}

interface ExportedList {
  heading: string;
  walk(query: ListQuery): AsyncGenerator<WrittenScreenful>;
}

/** The lists that can be exported, each read as its page reads it. */
@Injectable()
export class ExportedLists {
  private readonly lists: Record<ExportList, ExportedList>;

  constructor(
    leads: LeadsService,
    clients: ClientsService,
    projects: ProjectsService,
    serviceInquiries: ServiceInquiriesService,
    portfolioInquiries: PortfolioInquiriesService,
    subscribers: SubscribersService,
  ) {
    this.lists = {
      leads: exportedList(leadColumns, (query: LeadListQuery) => leads.list(query)),
      clients: exportedList(clientColumns, (query: ClientListQuery) => clients.list(query)),
      projects: exportedList(projectColumns, (query: ProjectListQuery) => projects.list(query)),
      service_inquiries: exportedList(serviceInquiryColumns, (query: ServiceInquiryListQuery) =>
        serviceInquiries.list(query),
      ),
      portfolio_inquiries: exportedList(portfolioInquiryColumns, (query: PortfolioInquiryListQuery) =>
        portfolioInquiries.list(query),
      ),
      blog_subscribers: exportedList(subscriberColumns, (query: SubscriberListQuery) => subscribers.list(query)),
    };
  }

  /** The first line of a list's file. */
  headingOf(list: ExportList): string {
    return this.lists[list].heading;
  }

  /**
   * The other lines, a screenful at a time, in the order of the page.
   * @param query the list's search, filters and sort
   * @throws ProblemError `validation_failed` when it isn't that list's
   */
  linesOf(list: ExportList, query: unknown): AsyncGenerator<WrittenScreenful> {
    return this.lists[list].walk(parseOrThrow(exportQueries[list], query) as ListQuery);
  }
}

/** @param list answers a screenful; its query has been parsed as its own by `linesOf` */
function exportedList<Query extends ListQuery, Row>(
  columns: readonly Column<Row>[],
  list: (query: Query) => Promise<List<Row>>,
): ExportedList {
  const lineOf = (row: Row) => csvLine(columns.map(([, value]) => value(row)));
  return {
    heading: csvLine(columns.map(([heading]) => heading)),
    walk: async function* (query) {
      for await (const { items, total } of batchesOf(list, query as Query))
        yield { lines: items.map(lineOf).join(''), rows: items.length, total };
    },
  };
}
