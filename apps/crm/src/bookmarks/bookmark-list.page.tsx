import { bookmarkCategories, bookmarkSorts, type ManagedBookmark } from '@docfolio/contracts/bookmark';
import { AddButton } from '../records/add-button.js';
import { PageHead } from '../records/page-head.js';
import { RecordDialog } from '../records/record-dialog.js';
import { type ListFilter, RecordToolbar } from '../records/record-toolbar.js';
import { useFormRoute } from '../records/use-form-route.js';
import { type ListShape, useListState } from '../records/use-list-state.js';
import { useRecordActions } from '../records/use-record-actions.js';
import { useRecordList } from '../records/use-record-list.js';
import { useStableHandler } from '../records/use-stable-handler.js';
import { BookmarkCards } from './bookmark-cards.js';
import { bookmarkForm } from './bookmark-form.js';
import { bookmarkKind, categoryOptions } from './bookmark-kind.js';

const shape: ListShape = { sorts: bookmarkSorts, filters: { category: bookmarkCategories } };

const filters: readonly ListFilter[] = [
  { name: 'category', label: 'Category', all: 'All categories', options: categoryOptions },
];

/** The page of bookmarks (specification, section 2). */
export default function BookmarkListPage() {
  const state = useListState(shape);
  const list = useRecordList(bookmarkKind, state.query);
  const { busy, remove } = useRecordActions(bookmarkKind);
  const form = useFormRoute();
  const edit = useStableHandler((bookmark: ManagedBookmark) => form.openEdit(bookmark.id));
  const askAndRemove = useStableHandler((bookmark: ManagedBookmark) => {
    // The specification wants the browser's own dialog here (section 2).
    if (window.confirm('Are you sure you want to delete this bookmark?')) remove(bookmark);
  });

  return (
    <>
      <PageHead
        title={bookmarkKind.title}
        count={list.total}
        subtitle="Manage your curated collection of links and resources"
        action={<AddButton kind={bookmarkKind} onClick={form.openAdd} primary />}
      />
      <RecordToolbar kind={bookmarkKind} list={state} filters={filters} />
      <BookmarkCards
        list={list}
        state={state}
        busy={busy}
        onEdit={edit}
        onDelete={askAndRemove}
        add={<AddButton kind={bookmarkKind} onClick={form.openAdd} />}
      />
      <RecordDialog of={bookmarkForm} route={form} />
    </>
  );
}
