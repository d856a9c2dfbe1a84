import { imageMarkdown } from '@docfolio/contracts/image';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef } from 'react';
import { useImageUpload } from '../images/use-image-upload.js';
import { applyEdit, applyQuietly } from './apply-edit.js';
import { lineAt } from './text-edit.js';

/** The line that stands for an image while it is uploaded. */
const placeholder = (number: number, name: string) =>
  `![Uploading ${name.replace(/[[\]\\()]/g, ' ').slice(0, 80)}…](#upload-${number})`;
const anyPlaceholder = /^!\[Uploading [^\]\n]*…\]\(#upload-\d+\)\n?/gm;

/** A text without the lines of uploads that ended with their page. */
export const withoutUploads = (text: string) => text.replace(anyPlaceholder, '');

let uploads = 0;

/**
 * Pasted and dropped images: a line holds each one's place until its upload is done, wherever it has moved meanwhile;
 * where the upload fails, or the line was deleted, nothing is left of it.
 */
export function useImageDrops(area: RefObject<HTMLTextAreaElement | null>) {
  const { upload } = useImageUpload();
  const running = useRef(new Set<Promise<void>>());

  async function insert(file: File) {
    if (!area.current) return;
    uploads += 1;
    const line = placeholder(uploads, file.name || 'image');
    const { value, selectionEnd } = area.current;
    applyEdit(area.current, lineAt(value, selectionEnd, line));
    const image = await upload(file);
    const now = area.current;
    const from = now?.value.indexOf(line) ?? -1;
    if (!now || from < 0) return;
    const text = image ? imageMarkdown(image.name) : '';
    // The line that is given up takes its line break with it.
    const to = from + line.length + (!image && now.value[from + line.length] === '\n' ? 1 : 0);
    applyQuietly(now, { from, to, text, selectFrom: from, selectTo: from });
  }

  function insertAll(files: readonly File[]) {
    for (const file of files) {
      const done = insert(file).finally(() => running.current.delete(done));
      running.current.add(done);
    }
  }

  return {
    /** When all that was given so far is in the text, or given up. */
    settled: async () => {
      await Promise.all(running.current);
    },
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      const files = [...event.clipboardData.files];
      // What is copied from a page or a document comes with a picture of itself: its words are meant.
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      insertAll(files);
    },
    onDragOver: (event: DragEvent<HTMLTextAreaElement>) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent<HTMLTextAreaElement>) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      insertAll(files);
    },
  };
}
