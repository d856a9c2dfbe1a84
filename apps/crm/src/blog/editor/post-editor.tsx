import type { FormState, FormValues } from '@docfolio/admin/records/form-field';
import { useLoadedPart } from '@docfolio/admin/records/use-loaded-part';
import type { EditedPost } from '@docfolio/contracts/entities/post';
import type { PostRevision } from '@docfolio/contracts/entities/post-revision';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ImageManager } from '../images/image-manager.js';
import { PreviewLinkDialog } from '../posts/preview-link-dialog.js';
import { usePreviewLink } from '../posts/use-preview-link.js';
import { applyQuietly } from './apply-edit.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EditorFoot, EditorHead } from './editor-head.js';
import { MarkdownEditor } from './markdown-editor.js';
import { PostFields, quietLabel } from './post-fields.js';
import { changedFields, tagListOf } from './post-form.js';
import { RestoreBar } from './restore-bar.js';
import { SaveStatus } from './save-status.js';
import { appended } from './text-edit.js';
import { useFrontMatter } from './use-front-matter.js';
import { useImageDrops, withoutUploads } from './use-image-drops.js';
import { useInsertImage } from './use-insert-image.js';
import { useLeaveGuard } from './use-leave-guard.js';
import { usePostDraft } from './use-post-draft.js';
import { type AfterSave, usePostEditor } from './use-post-editor.js';
import { useSaveKey } from './use-save-key.js';

const loadRevisions = async () => (await import('../revisions/revisions-dialog.js')).RevisionsDialog;

interface PostEditorProps {
  /** Null for a new post. */
  post: EditedPost | null;
  onSaved: (saved: EditedPost, then: AfterSave) => void;
}

export function PostEditor({ post, onSaved }: PostEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const drops = useImageDrops(area);
  const editor = usePostEditor({ post, settled: drops.settled, onSaved });
  const { form, base, baseValues, slug, conflict, isDirty, saving, save } = editor;
  const draft = usePostDraft({ form, base: editor.baseNow, baseValues, postId: base?.id ?? null });
  const readFrontMatter = useFrontMatter(form, area, slug);
  const preview = usePreviewLink();
  const images = useInsertImage(area);
  const revisions = useRevisions(base, form);
  useSaveKey(() => void save('stay'));
  useFirstFocus(post !== null);

  const onRestored = () => {
    slug.keepIfOwn();
    draft.forget();
  };
  const restore = () => {
    if (!draft.offered) return;
    const { values, version } = draft.offered;
    const clean: FormValues = { ...values };
    if (typeof clean.content === 'string') clean.content = withoutUploads(clean.content);
    if (conflict.restore(clean, version)) onRestored();
  };
  const head = {
    editing: base !== null,
    saving,
    onSave: () => void save('leave'),
    onHistory: revisions.open,
    onPreviewLink: base && !base.published ? () => void preview.copyLink(base.id) : undefined,
    makingLink: preview.busy,
    status: (
      <SaveStatus
        saving={saving}
        dirty={isDirty}
        savedAt={base?.updated_at ?? null}
        draft={draft.state}
        trouble={editor.trouble}
      />
    ),
  };
  return (
    <>
      <EditorHead {...head} />
      {draft.offered && <RestoreBar at={draft.offered.at} onRestore={restore} onDiscard={draft.forget} />}
      <div className="min-h-0 shrink-0 lg:grid lg:shrink lg:grow lg:grid-cols-[minmax(0,1fr)_22rem]">
        <WritingColumn
          form={form}
          area={area}
          drops={drops}
          autoFocus={!post}
          onTitle={slug.followTitle}
          onImage={images.open}
          onFrontMatter={readFrontMatter}
        />
        <SideColumn form={form} area={area} onSlugTyped={slug.onTyped} />
      </div>
      <EditorFoot {...head} />
      {images.dialog}
      {conflict.conflict && (
        <ConflictDialog
          conflict={conflict.conflict}
          onLater={conflict.close}
          onKeep={(values) => {
            conflict.resolve(values);
            if (conflict.conflict?.restored) onRestored();
          }}
        />
      )}
      {revisions.dialog}
      <PreviewLinkDialog link={preview.shown} onClose={preview.hide} />
      <LeaveDialog form={form} dirty={isDirty} baseValues={baseValues} />
    </>
  );
}

interface ColumnProps {
  form: FormState;
  area: RefObject<HTMLTextAreaElement | null>;
}

interface WritingColumnProps extends ColumnProps {
  drops: ReturnType<typeof useImageDrops>;
  autoFocus: boolean;
  onTitle: () => void;
  onImage: () => void;
  onFrontMatter: () => Promise<void>;
}

function WritingColumn({ form, area, drops, autoFocus, onTitle, onImage, onFrontMatter }: WritingColumnProps) {
  const errorOf = (name: string) => form.formState.errors[name]?.message;
  return (
    <div className="flex min-h-0 flex-col gap-4 p-6 pt-5 max-md:px-4 lg:overflow-y-auto">
      <Field label="Title" error={errorOf('title')} className={`shrink-0 ${quietLabel}`}>
        <Input
          {...form.register('title', { onChange: onTitle })}
          autoComplete="off"
          autoFocus={autoFocus}
          aria-required
          size="sm"
          className="font-medium"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            area.current?.focus();
          }}
        />
      </Field>
      <Field label="Content" error={errorOf('content')} className={`min-h-0 grow lg:min-h-138 ${quietLabel}`}>
        <MarkdownEditor form={form} area={area} drops={drops} onImage={onImage} onFrontMatter={onFrontMatter} />
      </Field>
    </div>
  );
}

function SideColumn({ form, area, onSlugTyped }: ColumnProps & { onSlugTyped: () => void }) {
  const append = (markdown: string) =>
    area.current && applyQuietly(area.current, appended(area.current.value, markdown));
  return (
    <div className="min-h-0 border-line max-lg:border-t lg:overflow-y-auto lg:border-l">
      <div className="p-6 pt-5 max-md:px-4">
        <PostFields form={form} onSlugTyped={onSlugTyped} />
      </div>
      <div className="border-line border-t p-6 pt-5 max-md:px-4">
        <h2 className="mb-3 text-card text-ink">Images</h2>
        <ImageManager onInsert={append} />
      </div>
    </div>
  );
}

/** Returns the dialog with a saved post's revisions, and the function that opens it. */
function useRevisions(base: EditedPost | null, form: FormState) {
  const [compares, setCompares] = useState(false);
  const { part: Revisions, ask } = useLoadedPart(loadRevisions, 'The revisions could not be loaded.');
  const restore = ({ tags, title, slug, excerpt, content, category }: PostRevision) => {
    const texts = { title, slug, excerpt, content, category, tags: tags.join(', ') };
    for (const [name, value] of Object.entries(texts)) form.setValue(name, value, { shouldDirty: true });
  };
  return {
    open: base ? () => ask(() => setCompares(true)) : undefined,
    dialog: base && compares && Revisions && (
      <Revisions
        postId={base.id}
        current={textsOf(form.getValues())}
        open={compares}
        onOpenChange={setCompares}
        onRestore={restore}
      />
    ),
  };
}

interface LeaveDialogProps {
  form: FormState;
  dirty: boolean;
  baseValues: () => FormValues;
}

function LeaveDialog({ form, dirty, baseValues }: LeaveDialogProps) {
  const isDirty = useCallback(() => changedFields(form.getValues(), baseValues()).length > 0, [form, baseValues]);
  const leaving = useLeaveGuard(dirty, isDirty);
  return (
    <ConfirmDialog
      open={leaving.asking}
      title="Leave without saving?"
      detail="What you typed stays in this browser: it is offered again when you come back."
      cancel="Keep editing"
      confirm="Leave"
      onCancel={leaving.stay}
      onConfirm={leaving.leave}
    />
  );
}

/** Converts form values to the shape of a revision. */
function textsOf({ title, slug, excerpt, content, category, tags }: FormValues) {
  return {
    title: String(title),
    slug: String(slug),
    excerpt: String(excerpt),
    content: String(content),
    category: String(category),
    tags: tagListOf(String(tags)),
  };
}

/** Focuses the heading of an existing post's page. On a new post's, the title field has `autoFocus`. */
function useFirstFocus(editing: boolean) {
  useEffect(() => {
    if (editing) document.querySelector<HTMLElement>('[data-editor-heading]')?.focus({ preventScroll: true });
  }, [editing]);
}
