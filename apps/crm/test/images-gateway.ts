import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import type { SentFile } from '@docfolio/api-client/testing/fixture-server';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Image, type ImageUse, images, imageUploadPath, imageUses } from '@docfolio/contracts/entities/image';

/** The upload route as an Operation, for `server.on`. */
export const imageUpload = { method: 'POST', path: imageUploadPath } as Operation;

/** Returns image number `n`; 1 is the newest. `changes` replaces fields. */
export function imageNumber(n: number, changes: Partial<Image> = {}): Image {
  const at = Date.UTC(2026, 10, 20, 12) - n * 3_600_000;
  const name = `${at}-x7k2p${String(Math.abs(n)).padStart(4, '0')}.png`;
  return {
    id: idNumber(n),
    name,
    url: `/images/${name}`,
    width: 1600,
    height: 720,
    placeholder: 'data:image/webp;base64,AAAA',
    size: 254_269,
    content_type: 'image/png',
    animated: false,
    animation_lost: false,
    created_at: new Date(at).toISOString(),
    ...changes,
  };
}

/** A fake gateway with one admin, which serves images and the posts that show them. */
export class ImagesGateway extends AdminGateway {
  rows: Image[] = [];
  uses: ImageUse[] = [];

  reset(stored: Image[] = []): void {
    this.resetAll();
    this.rows = stored;
    this.uses = [];
    const { server } = this;
    server.on(images.list, ({ query: { after = '0', limit = '50' } }) => {
      const end = Number(after) + Number(limit);
      const items = this.rows.slice(Number(after), end);
      const next = end < this.rows.length ? String(end) : null;
      return { json: { items, total: this.rows.length, total_exact: true, next } };
    });
    server.on(images.delete, ({ path }) => {
      const name = path.split('/').at(-1)!;
      if (!this.rows.some((row) => row.name === name)) throw new ProblemError('not_found');
      this.rows = this.rows.filter((row) => row.name !== name);
      return { json: { name } };
    });
    server.on(imageUses.list, () => ({ json: { items: this.uses } }));
    server.on(imageUpload, ({ body }) => ({ status: 201, json: this.store((body as { file: SentFile }).file) }));
  }

  /** Stores a new image of the given size in bytes, as the newest one. `changes` replaces fields. */
  store({ size }: Pick<SentFile, 'size'>, changes: Partial<Image> = {}): Image {
    const stored = imageNumber(-this.rows.length, { id: idNumber(500 + this.rows.length), size, ...changes });
    this.rows = [stored, ...this.rows];
    return stored;
  }
}
