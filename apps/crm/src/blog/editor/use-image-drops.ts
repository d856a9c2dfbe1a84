import { type Image, imageMarkdown } from '@docfolio/contracts/image';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef } from 'react';
import { useImageUpload } from '../images/use-image-upload.js';
import { applyEdit, applyQuietly } from './apply-edit.js';
import { paragraphAt, withoutParagraph } from './text-edit.js';

/** The line that holds an image's place during its upload. */
const placeholder = (number: number, name: string) =>
  `![Uploading ${name.replace(/[[\]\\()]/g, ' ').slice(0, 80)}…](#upload-${number})`;
const anyPlaceholder = /^!\[Uploading [^\]\n]*…\]\(#upload-\d+\)\n?/gm;

/** Removes placeholders of uploads that ended with their page. */
export const withoutUploads = (text: string) => text.replace(anyPlaceholder, '');

let uploads = 0;

/**
 * Uploads pasted and dropped images. A placeholder line marks each one's place, and is removed if the upload fails. After a
 * later Retry the image is inserted at the caret.
 */
export function useImageDrops(area: RefObject<HTMLTextAreaElement | null>) {
  const { upload, uploads: rows } = useImageUpload();
  const running = useRef(new Set<Promise<void>>());

  async function insert(file: File) {
    if (!area.current) return;
    uploads += 1;
    const line = placeholder(uploads, file.name || 'image');
    const { value, selectionEnd } = area.current;
    const put = paragraphAt(value, selectionEnd, line);
    applyEdit(area.current, put);
    const image = await upload(file, placeAtCaret);
    const now = area.current;
    const from = now?.value.indexOf(line) ?? -1;
    if (!now || from < 0) return;
    const text = image ? imageMarkdown(image.name) : '';
    const done = image
      ? { from, to: from + line.length, text, selectFrom: from, selectTo: from }
      : withoutParagraph(now.value, line, put);
    if (done) applyQuietly(now, done);
  }

  function placeAtCaret(image: Image) {
    const now = area.current;
    if (now) applyQuietly(now, paragraphAt(now.value, now.selectionEnd, imageMarkdown(image.name)));
  }

  function insertAll(files: readonly File[]) {
    for (const file of files) {
      const done = insert(file).finally(() => running.current.delete(done));
      running.current.add(done);
    }
  }

  return {
    /** Pending and failed uploads. */
    uploads: rows,
    /** Resolves when all uploads are finished. */
    settled: async () => {
      await Promise.all(running.current);
    },
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      const files = [...event.clipboardData.files];
      // Text copied from a page or document comes with a picture of itself; the text is meant.
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
