import type { ExportList } from '@docfolio/contracts/export';
import type { List } from '@docfolio/contracts/list';
import type { Operation } from '@docfolio/contracts/operation';
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export type CsvValue = string | number | null;

/** A heading, and the value below it. */
export type Column<Row> = readonly [heading: string, value: (row: Row) => CsvValue];

export interface ExportMark<Row = never> {
  list: ExportList;
  /** The operation that serves the list's page. */
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
