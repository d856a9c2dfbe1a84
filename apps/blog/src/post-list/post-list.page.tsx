import { EmptyState } from '@docfolio/ui/empty-state';
import { FileText } from 'lucide-react';

/** The blog's list of posts. Until posts are published it says so. */
export function PostListPage() {
  return (
    <>
      <h1 className="text-ink text-title max-md:text-title-sm">Blog</h1>
      <p className="mt-2 text-lede text-muted">Notes from building and reviewing software for other people.</p>
      <div className="mt-8 border-line border-t pt-24">
        <EmptyState
          icon={<FileText size={20} strokeWidth={1.75} />}
          title="Nothing is published yet"
          detail="The first posts are being written. They will appear here."
        />
      </div>
    </>
  );
}
