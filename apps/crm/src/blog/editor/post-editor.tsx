import { imageMarkdown } from '@docfolio/contracts/image';
import { type EditedPost, slugOf } from '@docfolio/contracts/post';
import type { PostRevision } from '@docfolio/contracts/post-revision';
import { ConfirmDialog } from '@docfolio/ui/confirm-dialog';
import { Field } from '@docfolio/ui/field';
import { Input } from '@docfolio/ui/input';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormValues } from '../../records/record-form.js';
import { useLoadedPart } from '../../records/use-loaded-part.js';
import { ImageManager } from '../images/image-manager.js';
import { InsertImageDialog } from '../images/insert-image-dialog.js';
import { PreviewLinkDialog } from '../posts/preview-link-dialog.js';
import { usePreviewLink } from '../posts/use-preview-link.js';
import { applyEdit, applyQuietly } from './apply-edit.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EditorFoot, EditorHead } from './editor-head.js';
import { MarkdownEditor } from './markdown-editor.js';
import { PostFields, quietLabel } from './post-fields.js';
import { changedFields, tagsOf } from './post-form.js';
import { RestoreBar } from './restore-bar.js';
import { SaveStatus } from './save-status.js';
import { appended, insertedAt } from './text-edit.js';
import { useImageDrops, withoutUploads } from './use-image-drops.js';
import { useKeptDraft } from './use-kept-draft.js';
import { useLeaveGuard } from './use-leave-guard.js';
import { type AfterSave, usePostEditor } from './use-post-editor.js';
import { useSaveKey } from './use-save-key.js';

const loadRevisions = async () => (await import('../revisions/revisions-dialog.js')).RevisionsDialog;

interface PostEditorProps {
  /** Null: a new one. */
  post: EditedPost | null;
  onSaved: (saved: EditedPost, then: AfterSave) => void;
}

/** One post being written (specification, section 2). */
export function PostEditor({ post, onSaved }: PostEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const drops = useImageDrops(area);
  const editor = usePostEditor({ post, settled: drops.settled, onSaved });
  const { form, base, baseNow, baseValues, conflict, dirty, saving, save } = editor;
  const kept = useKeptDraft({ form, base: baseNow, baseValues, postId: base?.id ?? null });
  const isDirty = useCallback(() => changedFields(form.getValues(), baseValues()).length > 0, [form, baseValues]);
  const leaving = useLeaveGuard(dirty, isDirty);
  const preview = usePreviewLink();
  const [insertsImage, setInsertsImage] = useState(false);
  const [chosenImage, setChosenImage] = useState('');
  const [compares, setCompares] = useState(false);
  const { part: Revisions, ask: askRevisions } = useLoadedPart(loadRevisions, 'The revisions could not be loaded.');
  useSaveKey(() => void save('stay'));
  useFirstFocus(post !== null);

  // The dialog gives the focus back to where it was: to the text, with its caret.
  const openImages = () => {
    area.current?.focus({ preventScroll: true });
    setInsertsImage(true);
  };
  // Not before the dialog is gone: it keeps the focus to itself.
  useEffect(() => {
    if (insertsImage || !chosenImage) return;
    setChosenImage('');
    setTimeout(() => area.current && applyEdit(area.current, insertedAt(area.current.selectionEnd, chosenImage)));
  }, [insertsImage, chosenImage]);

  // The slug follows the title of a new post until somebody types another one.
  const ownSlug = useRef(false);
  const followTitle = () => {
    if (base || ownSlug.current) return;
    const slug = slugOf(String(form.getValues('title')));
    form.setValue('slug', slug, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };

  function restore() {
    if (!kept.offered) return;
    const { values, version } = kept.offered;
    const clean: FormValues = { ...values };
    if (typeof clean.content === 'string') clean.content = withoutUploads(clean.content);
    if (editor.restore(clean, version)) keepRestored();
  }
  function keepRestored() {
    const { title, slug } = form.getValues();
    ownSlug.current = slug !== slugOf(String(title));
    kept.forget();
  }
  function takeRevision({ tags, title, slug, excerpt, content, category }: PostRevision) {
    const texts = { title, slug, excerpt, content, category, tags: tags.join(', ') };
    for (const [name, value] of Object.entries(texts)) form.setValue(name, value, { shouldDirty: true });
  }

  const head = {
    editing: base !== null,
    saving,
    onSave: () => void save('leave'),
    onHistory: base ? () => askRevisions(() => setCompares(true)) : undefined,
    onPreviewLink: base && !base.published ? () => void preview.copyLink(base.id) : undefined,
    makingLink: preview.busy,
    status: (
      <SaveStatus
        saving={saving}
        dirty={dirty}
        savedAt={base?.updated_at ?? null}
        kept={kept.state}
        trouble={editor.trouble}
      />
    ),
  };
  const errorOf = (name: string) => form.formState.errors[name]?.message;

  return (
    <>
      <EditorHead {...head} />
      {kept.offered && <RestoreBar at={kept.offered.at} onRestore={restore} onDiscard={kept.forget} />}
      <div className="min-h-0 shrink-0 lg:grid lg:shrink lg:grow lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-h-0 flex-col gap-4 p-6 pt-5 max-md:px-4 lg:overflow-y-auto">
          <Field label="Title" error={errorOf('title')} className={`shrink-0 ${quietLabel}`}>
            <Input
              {...form.register('title', { onChange: followTitle })}
              autoComplete="off"
              autoFocus={!post}
              aria-required
              size="sm"
              className="font-medium"
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                area.current?.focus();
              }}
            />
          </Field>
          <Field label="Content" error={errorOf('content')} className={`min-h-0 grow lg:min-h-138 ${quietLabel}`}>
            <MarkdownEditor form={form} area={area} drops={drops} onImage={openImages} />
          </Field>
        </div>
        <div className="min-h-0 border-line max-lg:border-t lg:overflow-y-auto lg:border-l">
          <div className="p-6 pt-5 max-md:px-4">
            <PostFields
              form={form}
              onSlugTyped={() => {
                ownSlug.current = form.getValues('slug') !== '';
              }}
            />
          </div>
          <div className="border-line border-t p-6 pt-5 max-md:px-4">
            <h2 className="mb-3 text-card text-ink">Images</h2>
            <ImageManager
              onInsert={(markdown) =>
                area.current && applyQuietly(area.current, appended(area.current.value, markdown))
              }
            />
          </div>
        </div>
      </div>
      <EditorFoot {...head} />

      <InsertImageDialog
        open={insertsImage}
        onOpenChange={setInsertsImage}
        onInsert={(name, alt) => setChosenImage(imageMarkdown(name, alt))}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onLater={editor.leaveConflict}
          onKeep={(values) => {
            editor.resolveConflict(values);
            if (conflict.restored) keepRestored();
          }}
        />
      )}
      {base && compares && Revisions && (
        <Revisions
          postId={base.id}
          current={textsOf(form.getValues())}
          open={compares}
          onOpenChange={setCompares}
          onRestore={takeRevision}
        />
      )}
      <PreviewLinkDialog link={preview.shown} onClose={preview.hide} />
      <ConfirmDialog
        open={leaving.asking}
        title="Leave without saving?"
        detail="What you typed stays in this browser: it is offered again when you come back."
        cancel="Keep editing"
        confirm="Leave"
        onCancel={leaving.stay}
        onConfirm={leaving.leave}
      />
    </>
  );
}

/** What stands in the form, as a revision is compared with it. */
function textsOf({ title, slug, excerpt, content, category, tags }: FormValues) {
  return {
    title: String(title),
    slug: String(slug),
    excerpt: String(excerpt),
    content: String(content),
    category: String(category),
    tags: tagsOf(String(tags)),
  };
}

/** A post that is opened begins at its heading; a new one at its title. */
function useFirstFocus(editing: boolean) {
  useEffect(() => {
    if (editing) document.querySelector<HTMLElement>('[data-editor-heading]')?.focus({ preventScroll: true });
  }, [editing]);
}
