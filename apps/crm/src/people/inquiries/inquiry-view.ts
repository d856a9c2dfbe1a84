import type { PersonLink } from '@docfolio/contracts/record-link';
import type { Column } from '@docfolio/ui/tables/data-table';
import type { ReactNode } from 'react';
import type { CrmRecord, RecordKind } from '../../records/record-kind.js';

export interface SentInquiry extends CrmRecord {
  created_at: string;
  person: PersonLink | null;
}

/** Describes a page of inquiries: the parts that differ between service inquiries and portfolio inquiries. */
export interface InquiryView<R extends SentInquiry> {
  readonly kind: RecordKind<R, 'service_inquiries' | 'portfolio_inquiries'>;
  readonly sorts: readonly string[];
  /** The first column; `field` is its label in the drawer, `grow` its flexible width in CSS px (see DataTable). */
  readonly subject: { readonly key: keyof R & string; header: string; grow: number; field: string };
  /** The columns after the first one and before the column with the day. */
  readonly columns: readonly Column<R>[];
  readonly emptyDetail: string;
  readonly drawerTitle: string;
  /** Returns further rows for the drawer's list of fields. */
  fieldsOf?(inquiry: R): ReactNode;
  /** Returns the drawer's sections with long texts; `fallback` is shown for an empty text. */
  sectionsOf(inquiry: R): readonly { title: string; text: string | null; fallback: string }[];
}
