import { classNames } from '@docfolio/ui/class-names';
import { useFieldControl } from '@docfolio/ui/field';
import { IconButton } from '@docfolio/ui/icon-button';
import { useDelayed } from '@docfolio/ui/skeleton';
import { TabList, TabPanel } from '@docfolio/ui/tabs';
import { useMediaQuery } from '@docfolio/ui/use-media-query';
import { ChevronRight, Columns2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { FormState } from '../../records/record-form.js';
import { UploadRows } from '../images/upload-rows.js';
import { applyEdit, selectedIn } from './apply-edit.js';
import { MarkdownReference } from './markdown-reference.js';
import { MarkdownToolbar } from './markdown-toolbar.js';
import { PreviewPane } from './preview-pane.js';
import { actionOfKey, type ToolbarAction } from './toolbar-actions.js';
import type { useImageDrops } from './use-image-drops.js';
import { usePausedText, wordsOf } from './use-paused-text.js';

interface MarkdownEditorProps {
  form: FormState;
  area: RefObject<HTMLTextAreaElement | null>;
  drops: ReturnType<typeof useImageDrops>;
  /** The toolbar's Image was pressed. */
  onImage: () => void;
}

type View = 'edit' | 'preview';
const views = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

/** Where text and preview fit beside each other. */
const wideQuery = '(width >= 75rem)';

/** The markdown editor of the specification, section 2: Edit and Preview, a toolbar, 20 rows in mono, a reference. Inside a Field. */
export function MarkdownEditor({ form, area, drops, onImage }: MarkdownEditorProps) {
  const id = useId();
  const [view, setView] = useState<View>('edit');
  const [wantsBoth, setWantsBoth] = useState(false);
  const [reference, setReference] = useState(false);
  const wide = useMediaQuery(wideQuery);
  const both = wide && wantsBoth && view === 'edit';
  const text = usePausedText(form);
  const { ref, ...registered } = form.register('content');
  const control = useFieldControl({});

  const act = ({ edit }: ToolbarAction) => {
    if (area.current) applyEdit(area.current, edit(selectedIn(area.current)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOfKey(event);
    if (!action) return;
    // Outside the text these keys are the sidebar's and the palette's.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act(action);
  };

  return (
    <div
      data-invalid={control['aria-invalid']}
      className="flex min-h-0 grow flex-col overflow-hidden rounded-panel border border-line-field bg-field has-[textarea:focus]:border-muted data-invalid:border-danger-line"
    >
      <div className="flex min-h-10 shrink-0 items-stretch border-line border-b pr-1.5 pl-3.5 max-md:flex-wrap max-md:pr-0">
        <TabList
          id={id}
          label="Content"
          look="bar"
          tabs={views}
          value={view}
          onValueChange={setView}
          onePanel
          className="max-md:h-11 max-md:grow"
        />
        {/* Room for a focus ring, which a box that scrolls would cut. */}
        <div className="min-w-0 grow overflow-x-auto px-1.5 [scrollbar-width:none] max-md:-ml-3.5 max-md:w-full max-md:border-line max-md:border-t md:grid md:items-center">
          <MarkdownToolbar onAction={act} onImage={onImage} disabled={view === 'preview'} />
        </div>
        {wide && (
          <IconButton
            label="Side by side"
            size="sm"
            aria-pressed={wantsBoth}
            className={classNames('self-center', wantsBoth && 'bg-select text-ink')}
            onClick={() => {
              setView('edit');
              setWantsBoth(!both);
            }}
          >
            <Columns2 aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
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
          onPaste={drops.onPaste}
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
      {reference && <MarkdownReference id={`${id}reference`} />}
      <div className="flex h-8 shrink-0 items-center justify-between gap-3 border-line border-t pr-3.5 pl-2.5 max-md:h-11">
        <button
          type="button"
          aria-expanded={reference}
          aria-controls={reference ? `${id}reference` : undefined}
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
        <span className="mono shrink-0 text-faint text-mono">{wordsOf(text)}</span>
      </div>
    </div>
  );
}

/** Under the text: images that take their time to come into it, and those that did not, with Retry. */
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
