import type { List } from '@docfolio/contracts/core/list';
import type { Operation } from '@docfolio/contracts/core/operation';
import type { ExportList } from '@docfolio/contracts/entities/export';
import type { CsvValue } from '@docfolio/service-kit/csv';
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** A column of an exported list: its heading, and a function that returns a row's value. */
export type Column<Row> = readonly [heading: string, value: (row: Row) => CsvValue];

export interface ExportMark<Row = never> {
  list: ExportList;
  /** Operation that returns a page of the list to the CRM. */
  operation: Operation<z.ZodObject>;
  columns: readonly Column<Row>[];
}

export const exportMarkKey = Symbol('ExportedList');

/** Marks the method that returns a page of a list that can be exported. The service boots only if each list has one. */
export function ExportedList<Row>(
  list: ExportList,
  operation: Operation<z.ZodObject>,
  columns: readonly Column<Row>[],
): <T extends (query: never) => Promise<List<Row>>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return SetMetadata(exportMarkKey, { list, operation, columns } satisfies ExportMark<Row>);
}
