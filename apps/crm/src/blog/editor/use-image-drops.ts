import { type Image, imageMarkdown } from '@docfolio/contracts/entities/image';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef } from 'react';
import { useImageUpload } from '../images/use-image-upload.js';
import { applyEdit, applyQuietly } from './apply-edit.js';
import { paragraphAt, withoutParagraph } from './text-edit.js';

/** Returns the line that marks an image's place during its upload. */
const placeholder = (number: number, name: string) =>
  `![Uploading ${name.replace(/[[\]\\()]/g, ' ').slice(0, 80)}…](#upload-${number})`;
const anyPlaceholder = /^!\[Uploading [^\]\n]*…\]\(#upload-\d+\)\n?/gm;

/** Removes upload placeholders from a restored draft: its uploads ended with its page. */
export const withoutUploads = (text: string) => text.replace(anyPlaceholder, '');

let uploads = 0;

/** Uploads images pasted or dropped into a textarea. A placeholder line marks the place of each during its upload. */
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
    uploads: rows,
    /** Resolves when the uploads pending at the call have finished or failed, without retries. */
    settled: async () => {
      await Promise.all(running.current);
    },
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      const files = [...event.clipboardData.files];
      // Some programs copy text together with a picture of it: the text is pasted.
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
