import type { Image } from '@docfolio/contracts/entities/image';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { type ImageUpload, UploadList } from './upload-list.js';

export type { ImageUpload } from './upload-list.js';

export interface ImageUploads {
  /** See `UploadList.upload`; a stable function. */
  upload: (file: File, onLater?: (image: Image) => void) => Promise<Image | null>;
  /** Pending, failed and refused uploads, oldest first. */
  uploads: readonly ImageUpload[];
}

export function useImageUpload(): ImageUploads {
  const client = useQueryClient();
  const [list] = useState(() => new UploadList(client));
  const uploads = useSyncExternalStore(list.subscribe, list.getUploads, list.getUploads);
  return { upload: list.upload, uploads };
}
