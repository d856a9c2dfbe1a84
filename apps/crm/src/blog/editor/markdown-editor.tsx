import type { FormState } from '@docfolio/admin/records/form-field';
import { frontMatterOf } from '@docfolio/markdown/front-matter';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { classNames } from '@docfolio/ui/class-names';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { useFieldControl } from '@docfolio/ui/forms/field';
import { useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { TabList, TabPanel } from '@docfolio/ui/navigation/tabs';
import { ChevronRight, Columns2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { UploadRows } from '../images/upload-rows.js';
import { applyEdit, selectedIn } from './apply-edit.js';
import { FrontMatterBar } from './front-matter-bar.js';
import { MarkdownReference } from './markdown-reference.js';
import { MarkdownToolbar } from './markdown-toolbar.js';
import { PreviewPane } from './preview-pane.js';
import { actionOfKey, type ToolbarAction } from './toolbar-actions.js';
import { useDebouncedText, wordCountOf } from './use-debounced-text.js';
import type { useImageDrops } from './use-image-drops.js';

interface MarkdownEditorProps {
  form: FormState;
  area: RefObject<HTMLTextAreaElement | null>;
  drops: ReturnType<typeof useImageDrops>;
  onImage: () => void;
  /** Reads the text's front matter into the empty fields. */
  onFrontMatter: () => Promise<void>;
}

type View = 'edit' | 'preview';
const views = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

/** Media query of windows with room for text and preview side by side. */
const wideQuery = '(width >= 75rem)';

/** The Markdown editor with toolbar, preview and image uploads. Place it in a Field. */
export function MarkdownEditor({ form, area, drops, onImage, onFrontMatter }: MarkdownEditorProps) {
  const id = useId();
  const [view, setView] = useState<View>('edit');
  const [wantsBoth, setWantsBoth] = useState(false);
  const wide = useMediaQuery(wideQuery);
  const both = wide && wantsBoth && view === 'edit';
  const text = useDebouncedText(form);
  const importing = useRef(false);
  const { ref, ...registered } = form.register('content');
  const control = useFieldControl({});

  const act = ({ edit }: ToolbarAction) => {
    if (area.current) applyEdit(area.current, edit(selectedIn(area.current)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOfKey(event);
    if (!action) return;
    // Outside the editor, Ctrl-B and Ctrl-K are shortcuts of sidebar and palette.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act(action);
  };

  return (
    <div
      data-invalid={control['aria-invalid']}
      className="flex min-h-0 grow flex-col overflow-hidden rounded-panel border border-line-field bg-field has-[textarea:focus]:border-muted data-invalid:border-danger-line"
    >
      <EditorBar
        id={id}
        view={view}
        onView={setView}
        sideBySide={wide ? wantsBoth : undefined}
        onSideBySide={() => {
          setView('edit');
          setWantsBoth(!both);
        }}
      >
        <MarkdownToolbar onAction={act} onImage={onImage} disabled={view === 'preview'} />
      </EditorBar>
      <FrontMatterBar form={form} text={text} onRead={() => void onFrontMatter()} />
      <TabPanel id={id} value={view} className="flex min-h-0 grow max-lg:shrink-0">
        <textarea
          {...registered}
          {...control}
          ref={(element) => {
            ref(element);
            area.current = element;
          }}
          rows={20}
          hidden={view === 'preview'}
          aria-required
          placeholder="Write your blog post content using Markdown..."
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            drops.onPaste(event);
            const { value } = event.currentTarget;
            // A post pasted into an empty text is an import.
            if (value.trim() === '' && frontMatterOf(event.clipboardData.getData('text/plain')))
              importing.current = true;
          }}
          onInput={() => {
            if (importing.current) void onFrontMatter();
            importing.current = false;
          }}
          onDragOver={drops.onDragOver}
          onDrop={drops.onDrop}
          className="mono min-h-114 min-w-0 grow lg:min-h-0 basis-0 resize-none bg-transparent px-4.5 py-4 text-code text-ink caret-accent outline-none max-md:px-4 max-md:text-input"
        />
        {(view === 'preview' || both) && (
          <section
            aria-label="Preview"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
            tabIndex={0}
            className={classNames(
              'relative min-h-114 min-w-0 grow lg:min-h-0 basis-0 overflow-y-auto px-6 py-5 focus-visible:-outline-offset-2 max-md:px-4',
              both && 'border-line border-l',
            )}
          >
            <PreviewPane text={text} />
          </section>
        )}
      </TabPanel>
      <TextUploads uploads={drops.uploads} />
      <EditorFooter id={`${id}reference`} text={text} />
    </div>
  );
}

interface EditorBarProps {
  id: string;
  view: View;
  onView: (view: View) => void;
  /** Undefined if the window has no room for text and preview. */
  sideBySide: boolean | undefined;
  onSideBySide: () => void;
  children: ReactNode;
}

function EditorBar({ id, view, onView, sideBySide, onSideBySide, children }: EditorBarProps) {
  return (
    <div className="flex min-h-10 shrink-0 items-stretch border-line border-b pr-1.5 pl-3.5 max-md:flex-wrap max-md:pr-0">
      <TabList
        id={id}
        label="Content"
        look="bar"
        tabs={views}
        value={view}
        onValueChange={onView}
        onePanel
        className="max-md:h-11 max-md:grow"
      />
      {/* The padding keeps focus rings from being clipped. */}
      <div className="min-w-0 grow overflow-x-auto px-1.5 [scrollbar-width:none] max-md:-ml-3.5 max-md:w-full max-md:border-line max-md:border-t md:grid md:items-center">
        {children}
      </div>
      {sideBySide !== undefined && (
        <IconButton
          label="Side by side"
          size="sm"
          aria-pressed={sideBySide}
          className={classNames('self-center', sideBySide && 'bg-select text-ink')}
          onClick={onSideBySide}
        >
          <Columns2 aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  );
}

function EditorFooter({ id, text }: { id: string; text: string }) {
  const [reference, setReference] = useState(false);
  return (
    <>
      {reference && <MarkdownReference id={id} />}
      <div className="flex h-8 shrink-0 items-center justify-between gap-3 border-line border-t pr-3.5 pl-2.5 max-md:h-11">
        <button
          type="button"
          aria-expanded={reference}
          aria-controls={reference ? id : undefined}
          onClick={() => setReference(!reference)}
          className="touch-target flex cursor-pointer items-center gap-2 rounded-bar px-1.5 text-muted text-ui hover:text-ink"
        >
          <ChevronRight
            aria-hidden
            size={14}
            strokeWidth={1.75}
            className={classNames('transition-transform', reference && 'rotate-90')}
          />
          Markdown Reference
        </button>
        <span className="mono shrink-0 text-faint text-mono">{wordCountOf(text)}</span>
      </div>
    </>
  );
}

/** Failed image uploads, and pending ones after 0.5 s. */
function TextUploads({ uploads }: { uploads: ReturnType<typeof useImageDrops>['uploads'] }) {
  const late = useDelayed(uploads.some(isUnderWay), 500);
  const shown = late ? uploads : uploads.filter((upload) => !isUnderWay(upload));
  return (
    shown.length > 0 && (
      <UploadRows uploads={shown} className="max-h-40 shrink-0 overflow-y-auto border-line border-t px-4 py-2.5" />
    )
  );
}

const isUnderWay = ({ state }: { state: string }) => state === 'waiting' || state === 'sending';
