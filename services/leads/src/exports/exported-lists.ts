import type { List, ListQuery } from '@docfolio/contracts/core/list';
import { parseOrThrow } from '@docfolio/contracts/core/problem';
import { type ExportList, exportLists } from '@docfolio/contracts/entities/export';
import { csvLine } from '@docfolio/service-kit/csv';
import { markedMethods, moduleHint } from '@docfolio/service-kit/discovery';
import { batchesOf } from '@docfolio/service-kit/mongo/record-walk';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { z } from 'zod';
import { type ExportMark, exportMarkKey } from '../records/exported-list.js';

/** A page of a list as lines of its CSV file. */
export interface WrittenPage {
  lines: string;
  rows: number;
  /** Number of rows of the whole list; a minimum if the list's total isn't exact. */
  total: number;
}

interface Exported extends ExportMark {
  page(query: ListQuery): Promise<List<never>>;
}

/** Reads pages of the lists that can be exported, through their methods marked with `@ExportedList`. */
@Injectable()
export class ExportedLists implements OnApplicationBootstrap {
  private readonly lists = new Map<ExportList, Exported>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  /** Collects the `@ExportedList` methods. @throws Error if a list of the contracts has none */
  onApplicationBootstrap(): void {
    for (const { mark, call } of markedMethods<ExportMark>(this.discovery, this.reflector, exportMarkKey))
      this.lists.set(mark.list, { ...mark, page: (query) => call(query) as Promise<List<never>> });
    const missing = exportLists.filter((list) => !this.lists.has(list));
    if (missing.length > 0) throw new Error(`no method exports ${missing.join(', ')} (@ExportedList): ${moduleHint}`);
  }

  headingOf(list: ExportList): string {
    return csvLine(this.of(list).columns.map(([heading]) => heading));
  }

  /** Returns the search, filters and sort of an export. @throws ProblemError `validation_failed` if refused */
  parse(list: ExportList, query: unknown): Record<string, unknown> {
    const accepted = this.of(list).operation.input.omit({ after: true, limit: true });
    return parseOrThrow(z.object({ query: accepted }), { query }).query;
  }

  /** Yields the lines after the heading, a page at a time, in list order. @throws ProblemError `validation_failed` */
  async *linesOf(list: ExportList, query: unknown): AsyncGenerator<WrittenPage> {
    const { columns, page } = this.of(list);
    const lineOf = (row: never) => csvLine(columns.map(([, value]) => value(row)));
    for await (const { items, total } of batchesOf(page, this.parse(list, query) as unknown as ListQuery))
      yield { lines: items.map(lineOf).join(''), rows: items.length, total };
  }

  private of(list: ExportList): Exported {
    const found = this.lists.get(list);
    if (!found) throw new Error(`${list} cannot be exported`);
    return found;
  }
}
