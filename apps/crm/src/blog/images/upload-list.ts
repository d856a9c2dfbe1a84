import { newIdempotencyKey } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import { uploadImage } from '@docfolio/api-client/upload';
import { type Image, images } from '@docfolio/contracts/image';
import { toast } from '@docfolio/ui/runtime';
import type { QueryClient } from '@tanstack/react-query';
import { type Refusal, refusalBy, refusalOf } from './image-refusal.js';
import { Turns } from './turns.js';

/** Uploads that run at once; the others wait their turn. */
const atOnce = 3;

/** One file on its way. */
export interface ImageUpload {
  readonly id: string;
  /** The file's own. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** `refused`: the file is no image of ours, whoever asks. `failed`: another try may help. */
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** From 0 to 1; 1 means that the server is at work on it. */
  readonly sent: number;
  /** Why it failed or was refused, in a sentence. */
  readonly reason?: string;
  /** Breaks it off, or takes a failed one out of sight. */
  readonly cancel: () => void;
  /** Sends a failed one once more. */
  readonly retry?: () => void;
}

/** The uploads of one place where images are used. They go on when that place is left. */
export class UploadList {
  readonly #turns = new Turns(atOnce);
  readonly #listeners = new Set<() => void>();
  #uploads: readonly ImageUpload[] = [];
  #inBatch = false;

  constructor(private readonly client: QueryClient) {}

  getUploads = (): readonly ImageUpload[] => this.#uploads;

  /** Calls back after each change. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Checks a file (specification, section 5), sends it and says in a toast how that went.
   * @param onLater told the image when it is stored after all, by Retry
   * @returns the stored image; null when it was refused, failed or was broken off
   */
  upload = async (file: File, onLater?: (image: Image) => void): Promise<Image | null> => {
    const id = newIdempotencyKey();
    const cancel = () => this.#drop(id);
    // What was refused has been read once something else is tried; not by the next of the files that came with it.
    const read = this.#startBatch();
    this.#set([
      ...this.#uploads.filter(({ state }) => !read || state !== 'refused'),
      { id, name: file.name, size: file.size, state: 'waiting', sent: 0, cancel },
    ]);
    const refusal = refusalOf(file);
    if (!refusal) return this.#send(id, file, onLater);
    this.#fail(id, refusal);
    return null;
  };

  /** Files that are chosen or dropped together are given one after another. Returns whether this is their first. */
  #startBatch(): boolean {
    if (this.#inBatch) return false;
    this.#inBatch = true;
    setTimeout(() => {
      this.#inBatch = false;
    });
    return true;
  }

  async #send(id: string, file: File, onLater?: (image: Image) => void): Promise<Image | null> {
    const { signal, ...broken } = brokenOff(() => this.#drop(id));
    this.#change(id, { state: 'waiting', sent: 0, reason: undefined, retry: undefined, cancel: broken.cancel });
    try {
      const stored = await this.#turns.during(async () => {
        signal.throwIfAborted();
        this.#change(id, { state: 'sending' });
        const onProgress = (sent: number) => this.#change(id, { sent });
        // The id is the key as well: to send a file once more is the same act.
        return uploadImage(file, { onProgress, signal, idempotencyKey: id });
      });
      toast({ title: 'Success', description: 'Image uploaded successfully' });
      // Its row gives way to its picture.
      void this.client.invalidateQueries({ queryKey: queryKeyOf(images.list) }).finally(() => this.#drop(id));
      return stored;
    } catch (error) {
      if (signal.aborted) return null;
      console.error('Uploading an image failed', error);
      const retry = async () => {
        const stored = await this.#send(id, file, onLater);
        if (stored) onLater?.(stored);
      };
      this.#fail(id, refusalBy(error) ?? { retry: () => void retry() });
      return null;
    }
  }

  /** Says why, and leaves it in the list: of several failures only the last one's toast stays. */
  #fail(id: string, why: Refusal | { retry: () => void }): void {
    const cancel = () => this.#drop(id);
    if ('retry' in why) {
      toast({ title: 'Upload failed', description: 'Failed to upload image', variant: 'destructive' });
      this.#change(id, { state: 'failed', reason: 'Failed to upload image', cancel, retry: why.retry });
      return;
    }
    toast({ ...why, variant: 'destructive' });
    this.#change(id, { state: 'refused', reason: why.description, cancel });
  }

  #change(id: string, changes: Partial<{ -readonly [Key in keyof ImageUpload]: ImageUpload[Key] | undefined }>): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? ({ ...upload, ...changes } as ImageUpload) : upload)));
  }

  #drop(id: string): void {
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
  }

  #set(uploads: readonly ImageUpload[]): void {
    this.#uploads = uploads;
    for (const listener of [...this.#listeners]) listener();
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
