import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { ArrowLeft, History, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { postKind } from '../posts/post-kind.js';

interface EditorHeadProps {
  editing: boolean;
  status?: ReactNode;
  saving: boolean;
  onSave: () => void;
  /** Opens the revisions; undefined for a post that was never saved. `onPreviewLink` is only for saved drafts. */
  onHistory?: () => void;
  onPreviewLink?: () => void;
  makingLink?: boolean;
}

export const headingOf = (editing: boolean) => (editing ? 'Edit Blog Post' : 'Create New Blog Post');
const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

export function BackToPosts() {
  return (
    <Link
      to={postKind.path}
      className="touch-target -ml-1.5 flex shrink-0 items-center gap-2 rounded-control px-1.5 py-1 text-muted text-ui hover:text-ink max-md:text-button"
    >
      <ArrowLeft {...icon} />
      Back to Posts
    </Link>
  );
}

/** The editor's top bar: title, save status, history, preview link and, except on phones, Cancel and Save. */
export function EditorHead(props: EditorHeadProps) {
  const { editing, status, onHistory, onPreviewLink, makingLink } = props;
  const phone = useMediaQuery(phoneQuery);
  const tools = (
    <div className="flex items-center max-md:-mr-3.5">
      {onPreviewLink && (
        <IconButton label="Preview link" busy={makingLink} onClick={onPreviewLink}>
          <Link2 {...icon} />
        </IconButton>
      )}
      {onHistory && (
        <IconButton label="History" onClick={onHistory}>
          <History {...icon} />
        </IconButton>
      )}
    </div>
  );
  if (phone)
    return (
      <div className="shrink-0 border-line border-b px-4 pb-3">
        <div className="flex h-13 items-center justify-between gap-3">
          <BackToPosts />
          {tools}
        </div>
        <Heading editing={editing} />
        {status}
      </div>
    );
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-line border-b px-6">
      <BackToPosts />
      <span aria-hidden="true" className="mx-1.5 h-5 w-px bg-line-strong" />
      <Heading editing={editing} />
      <div className="flex min-w-0 grow items-center justify-end gap-3">
        {status}
        {tools}
        <EndButtons {...props} />
      </div>
    </div>
  );
}

function Heading({ editing }: { editing: boolean }) {
  return (
    <h1 tabIndex={-1} data-editor-heading="" className="shrink-0 text-card text-ink outline-none max-md:text-page">
      {headingOf(editing)}
    </h1>
  );
}

function EndButtons({ editing, saving, onSave }: EditorHeadProps) {
  return (
    <>
      <Button size="sm" className="max-md:h-11" asChild>
        <Link to={postKind.path}>Cancel</Link>
      </Button>
      <Button size="sm" variant="primary" className="max-md:h-11 max-md:grow" busy={saving} onClick={onSave}>
        {editing ? 'Update Post' : 'Create Post'}
      </Button>
    </>
  );
}

export function EditorFoot(props: EditorHeadProps) {
  const phone = useMediaQuery(phoneQuery);
  if (!phone) return null;
  return (
    <div className="sticky bottom-0 z-20 mt-auto flex shrink-0 gap-2 border-line border-t bg-canvas px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
      <EndButtons {...props} />
    </div>
  );
}
