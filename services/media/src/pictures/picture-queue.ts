interface Turn {
  begin: () => void;
}

/** Processes one picture at a time, as each may need 300 MB. Uploads go before variants: a user waits for them. */
export class PictureQueue {
  private readonly waiting: Record<'upload' | 'variant', Turn[]> = { upload: [], variant: [] };
  private busy = false;

  /** Runs `work` in turn. @throws as `work`; the signal's reason if it was aborted before */
  async run<T>(kind: 'upload' | 'variant', work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.turn(kind);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.next();
    }
  }

  private turn(kind: 'upload' | 'variant'): Promise<void> {
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve();
    }
    return new Promise((begin) => {
      this.waiting[kind].push({ begin });
    });
  }

  private next(): void {
    const following = this.waiting.upload.shift() ?? this.waiting.variant.shift();
    if (following) following.begin();
    else this.busy = false;
  }
}
