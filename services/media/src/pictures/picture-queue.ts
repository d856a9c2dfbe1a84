interface Turn {
  begin: () => void;
}

/**
 * Pictures are worked on one at a time, however many come at once: each takes up to 300 MB while it is. Somebody waits
 * for an upload, and nobody for what is made of it afterwards: those go first.
 */
export class PictureQueue {
  private readonly waiting: Record<'upload' | 'afterwards', Turn[]> = { upload: [], afterwards: [] };
  private busy = false;

  /** @throws what `work` throws; the signal's reason when nobody wants it any more before its turn has come */
  async run<T>(kind: 'upload' | 'afterwards', work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    await this.turn(kind);
    try {
      gone?.throwIfAborted();
      return await work();
    } finally {
      this.next();
    }
  }

  private turn(kind: 'upload' | 'afterwards'): Promise<void> {
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve();
    }
    return new Promise((begin) => {
      this.waiting[kind].push({ begin });
    });
  }

  private next(): void {
    const following = this.waiting.upload.shift() ?? this.waiting.afterwards.shift();
    if (following) following.begin();
    else this.busy = false;
  }
}
