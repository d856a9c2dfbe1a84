import type { Image } from '@docfolio/contracts/image';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { type ImageUpload, UploadList } from './upload-list.js';

export type { ImageUpload } from './upload-list.js';

export interface ImageUploads {
  /** See UploadList; the same function on every render. */
  upload: (file: File, onLater?: (image: Image) => void) => Promise<Image | null>;
  /** What is on its way, has failed or was refused, in the order in which it was given. */
  uploads: readonly ImageUpload[];
}

/** Uploading images from wherever somebody writes: pasted, dropped or chosen. Each place has uploads of its own. */
export function useImageUpload(): ImageUploads {
  const client = useQueryClient();
  const [list] = useState(() => new UploadList(client));
  const uploads = useSyncExternalStore(list.subscribe, list.getUploads, list.getUploads);
  return { upload: list.upload, uploads };
}
