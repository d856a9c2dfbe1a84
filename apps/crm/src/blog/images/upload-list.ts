import { newIdempotencyKey } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import { uploadImage } from '@docfolio/api-client/upload';
import { type Image, images } from '@docfolio/contracts/entities/image';
import { toast } from '@docfolio/ui/runtime';
import type { QueryClient } from '@tanstack/react-query';
import { type Refusal, refusalBy, refusalOf } from './image-refusal.js';
import { Turns } from './turns.js';

const atOnce = 3;

export const animationLost = 'Of its animation the first frame is kept. GIF and WebP keep all frames.';

export interface ImageUpload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** `refused`: the file is invalid. `failed`: a retry may succeed. */
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** Share of the file that is sent, from 0 to 1. At 1 the server processes it. */
  readonly sent: number;
  readonly reason?: string;
  /** Aborts the upload, or removes it from the list if it failed. */
  readonly cancel: () => void;
  readonly retry?: () => void;
}

/** The image uploads of one panel, dialog or textarea. They continue when it is closed. */
export class UploadList {
  private readonly turns = new Turns(atOnce);
  private readonly listeners = new Set<() => void>();
  private uploads: readonly ImageUpload[] = [];
  private inBatch = false;

  constructor(private readonly client: QueryClient) {}

  getUploads = (): readonly ImageUpload[] => this.uploads;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Checks a file, uploads it and shows a toast with the outcome, unless aborted. Never rejects. `onLater` gets the
   * image if only a retry succeeds. @returns the stored image; null if it was refused, failed or aborted
   */
  upload = async (file: File, onLater?: (image: Image) => void): Promise<Image | null> => {
    const id = newIdempotencyKey();
    const cancel = () => this.drop(id);
    // A new batch removes earlier refused files from the list.
    const read = this.startBatch();
    this.set([
      ...this.uploads.filter(({ state }) => !read || state !== 'refused'),
      { id, name: file.name, size: file.size, state: 'waiting', sent: 0, cancel },
    ]);
    const refusal = refusalOf(file);
    if (!refusal) return this.send(id, file, onLater);
    this.fail(id, refusal);
    return null;
  };

  /** A batch is the uploads of one tick, as after a drop. @returns false if it has begun already */
  private startBatch(): boolean {
    if (this.inBatch) return false;
    this.inBatch = true;
    setTimeout(() => {
      this.inBatch = false;
    });
    return true;
  }

  private async send(id: string, file: File, onLater?: (image: Image) => void): Promise<Image | null> {
    const { signal, ...broken } = brokenOff(() => this.drop(id));
    this.change(id, { state: 'waiting', sent: 0, reason: undefined, retry: undefined, cancel: broken.cancel });
    try {
      const stored = await this.turns.during(async () => {
        signal.throwIfAborted();
        this.change(id, { state: 'sending' });
        const onProgress = (sent: number) => this.change(id, { sent });
        // As idempotency key it makes a retry the same upload.
        return uploadImage(file, { onProgress, signal, idempotencyKey: id });
      });
      const loss = stored.animation_lost ? `. ${animationLost}` : '';
      toast({ title: 'Success', description: `Image uploaded successfully${loss}` });
      // The row stays until the refetched list shows the image.
      void this.client.invalidateQueries({ queryKey: queryKeyOf(images.list) }).finally(() => this.drop(id));
      return stored;
    } catch (error) {
      if (signal.aborted) return null;
      console.error('Uploading an image failed', error);
      const retry = async () => {
        const stored = await this.send(id, file, onLater);
        if (stored) onLater?.(stored);
      };
      this.fail(id, refusalBy(error) ?? { retry: () => void retry() });
      return null;
    }
  }

  /** Shows the reason in a toast and in the list, because the next toast replaces this one. */
  private fail(id: string, why: Refusal | { retry: () => void }): void {
    const cancel = () => this.drop(id);
    if ('retry' in why) {
      toast({ title: 'Upload failed', description: 'Failed to upload image', variant: 'destructive' });
      this.change(id, { state: 'failed', reason: 'Failed to upload image', cancel, retry: why.retry });
      return;
    }
    toast({ ...why, variant: 'destructive' });
    this.change(id, { state: 'refused', reason: why.description, cancel });
  }

  private change(
    id: string,
    changes: Partial<{ -readonly [Key in keyof ImageUpload]: ImageUpload[Key] | undefined }>,
  ): void {
    this.set(this.uploads.map((upload) => (upload.id === id ? ({ ...upload, ...changes } as ImageUpload) : upload)));
  }

  private drop(id: string): void {
    this.set(this.uploads.filter((upload) => upload.id !== id));
  }

  private set(uploads: readonly ImageUpload[]): void {
    this.uploads = uploads;
    for (const listener of [...this.listeners]) listener();
  }
}

function brokenOff(then: () => void) {
  const controller = new AbortController();
  const cancel = () => {
    controller.abort();
    then();
  };
  return { signal: controller.signal, cancel };
}
