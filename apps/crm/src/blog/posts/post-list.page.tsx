import { listFilter, optionsOf } from '@docfolio/admin/records/list-filters';
import { PageHead } from '@docfolio/admin/records/page-head';
import { RecordTable } from '@docfolio/admin/records/record-table';
import { RecordToolbar } from '@docfolio/admin/records/record-toolbar';
import { useLoadedPart } from '@docfolio/admin/records/use-loaded-part';
import type { OpenRecord } from '@docfolio/admin/records/use-open-record';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { type EditedPostSummary, postSorts } from '@docfolio/contracts/entities/post';
import { trashDays } from '@docfolio/contracts/entities/trash';
import { Link, useNavigate } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BlogTabs } from './blog-tabs.js';
import { postColumns } from './post-columns.js';
import { editPathOf, newPostPath, postKind } from './post-kind.js';
import { PostRowActions, postPhoneRow } from './post-row.js';
import { PreviewLinkDialog } from './preview-link-dialog.js';
import { usePreviewLink } from './use-preview-link.js';

const loadNewsletter = async () => (await import('../newsletter/newsletter-dialog.js')).NewsletterDialog;

const filters = [listFilter('status', 'statuses', optionsOf(['published', 'draft', 'scheduled']))];

/** Opens posts in the editor page, not in a drawer. */
function useEditorRoute(): OpenRecord<EditedPostSummary> {
  const navigate = useNavigate();
  const open = useStableHandler((post: EditedPostSummary) => navigate(editPathOf(post)));
  const close = useStableHandler(() => navigate(postKind.path));
  return { id: undefined, hrefOf: editPathOf, open, close };
}

export default function PostListPage() {
  const opened = useEditorRoute();
  const page = useRecordPage(postKind, { sorts: postSorts, filters });
  const { state, list, busy, remove } = page;
  const [doomed, setDoomed] = useState<EditedPostSummary | null>(null);
  const [sent, setSent] = useState<EditedPostSummary | null>(null);
  const { part: Newsletter, ask: askNewsletter } = useLoadedPart(loadNewsletter, 'The newsletter could not be loaded.');
  const send = useStableHandler((post: EditedPostSummary) => askNewsletter(() => setSent(post)));
  const preview = usePreviewLink();
  const rowOf = (post: EditedPostSummary) => ({
    post,
    deleting: busy.has(post.id),
    onEdit: opened.open,
    onDelete: setDoomed,
    onSend: send,
    onPreview: preview.openPreview,
    onCopyPreview: preview.copyLink,
  });
  const add = (variant: 'primary' | 'outline') => (
    <Button size="sm" variant={variant} className="pl-2.25" asChild>
      <Link to={newPostPath}>
        <Plus aria-hidden size={16} strokeWidth={1.75} />
        Add New Post
      </Link>
    </Button>
  );

  return (
    <>
      <BlogTabs />
      <PageHead title={postKind.title} count={list.total} action={add('primary')} />
      <RecordToolbar kind={postKind} list={state} filters={filters} />
      <RecordTable
        kind={postKind}
        list={list}
        state={state}
        opened={opened}
        columns={postColumns}
        rowActions={(post) => <PostRowActions {...rowOf(post)} />}
        actionsWidth={144}
        phoneRow={(post) => postPhoneRow(rowOf(post))}
        loadingText="Loading blog posts..."
        noMatchTitle="No posts found matching your search."
        empty={{
          title: 'No blog posts found.',
          detail: 'Posts appear on the site once you publish them.',
          action: add('outline'),
        }}
      />
      <ConfirmDialog
        open={doomed !== null}
        title="Delete Blog Post"
        detail={`Are you sure you want to delete "${doomed?.title}"? This action cannot be undone. But the trash keeps the post for ${trashDays} days, and can restore it.`}
        confirm="Delete"
        onCancel={() => setDoomed(null)}
        onConfirm={() => {
          setDoomed(null);
          if (doomed) remove(doomed);
        }}
      />
      {sent && Newsletter && <Newsletter post={sent} open onOpenChange={() => setSent(null)} />}
      <PreviewLinkDialog link={preview.shown} onClose={preview.hide} />
    </>
  );
}
