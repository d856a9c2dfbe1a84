import { AddButton } from '@docfolio/admin/records/add-button';
import { listFilter } from '@docfolio/admin/records/list-filters';
import { PageHead } from '@docfolio/admin/records/page-head';
import { RecordToolbar } from '@docfolio/admin/records/record-toolbar';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { bookmarkSorts, type ManagedBookmark } from '@docfolio/contracts/entities/bookmark';
import { BookmarkCards } from './bookmark-cards.js';
import { bookmarkForm } from './bookmark-form.js';
import { bookmarkKind, categoryOptions } from './bookmark-kind.js';

const filters = [listFilter('category', 'categories', categoryOptions)];

export default function BookmarkListPage() {
  const page = useRecordPage(bookmarkKind, { sorts: bookmarkSorts, filters });
  const { state, list, busy, remove, form, edit } = page;
  const askAndRemove = useStableHandler((bookmark: ManagedBookmark) => {
    // The specification has the browser's own dialog here (section 2).
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
      <bookmarkForm.Dialog of={bookmarkForm} route={form} />
    </>
  );
}
