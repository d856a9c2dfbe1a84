import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Image, images, imageWidths } from '@docfolio/contracts/entities/image';
import { newId } from '@docfolio/service-kit/identity';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import sharp from 'sharp';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { animation, noise } from '../testing/pictures.js';
import { makeVariants } from './images.jobs.js';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
});
afterAll(() => world.stop());

const immutable = 'public, max-age=31536000, immutable';
const uploaded = async (width: number, height: number): Promise<Image> => {
  const made = await world.upload(await noise(width, height).jpeg().toBuffer());
  await world.waitForVariants(made.name);
  return made;
};

describe('an image', () => {
  it('serves an image unchanged with immutable caching, an ETag and ranges', async () => {
    const { name, size } = await uploaded(60, 40);
    const response = await world.fetch(name);
    const stored = await buffer(await world.store.get(name));
    const etag = `"${createHash('sha256').update(stored).digest().subarray(0, 16).toString('base64url')}"`;
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'content-length': String(size), 'cache-control': immutable, etag },
      ...{ 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' },
    });
    expect((await buffer(response)).equals(stored)).toBe(true);
    const again = (await world.fetch(name, { headers: { 'if-none-match': etag } })).resume();
    expect(again.statusCode).toBe(304);
    const part = await world.fetch(name, { headers: { range: 'bytes=10-19', 'if-range': etag } });
    expect(part.statusCode).toBe(206);
    expect((await buffer(part)).equals(stored.subarray(10, 20))).toBe(true);
  });

  it('serves a WebP variant for every narrower width, otherwise the original', async () => {
    const { name } = await uploaded(1_000, 500);
    const etags = new Set<string>();
    for (const width of imageWidths) {
      const response = await world.fetch(name, { query: `w=${width}` });
      const expected = width < 1_000 ? { format: 'webp', width, height: width / 2 } : { format: 'jpeg', width: 1_000 };
      const body = await buffer(response);
      expect(await sharp(body).metadata()).toMatchObject(expected);
      expect(response.headers).toMatchObject({
        ...{ 'content-type': `image/${expected.format}`, 'content-length': String(body.length) },
        'cache-control': immutable,
      });
      etags.add(response.headers.etag!);
    }
    // Three widths have a variant; the others get the original.
    expect(etags.size).toBe(4);
  });

  it('keeps the animation in variants', async () => {
    const { name } = await world.upload(await (await animation(400, 200, 4)).gif().toBuffer());
    await world.waitForVariants(name);
    const body = await buffer(await world.fetch(name, { query: 'w=320' }));
    const { format, pages, width, pageHeight } = await sharp(body, { animated: true }).metadata();
    expect({ format, pages, width, pageHeight }).toEqual({ format: 'webp', pages: 4, width: 320, pageHeight: 160 });
  });

  it('serves the original for a minute while a variant is missing', async () => {
    const { name, id } = await uploaded(700, 350);
    const { variants } = (await world.records.findOne({ name }))!;
    await world.records.updateOne({ name }, { $set: { variants: null } });
    const response = await world.fetch(name, { query: 'w=640' });
    expect(response.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=60' });
    expect(await sharp(await buffer(response)).metadata()).toMatchObject({ width: 700 });
    // Creating the variants again must give the same result.
    await world.jobs.add(makeVariants, { id }, { id: newId() });
    await world.waitForVariants(name);
    expect((await world.records.findOne({ name }))!.variants).toEqual(variants);
  });

  it.each(['w=641', 'w=abc', 'w=', 'h=320'])('refuses the query ?%s', async (query) => {
    const { name } = await uploaded(60, 40);
    await expect(world.fetch(name, { query })).rejects.toThrow(/media \w+ 400/);
  });

  it.each(['1700000000000-abcdefgh12345.png', 'x.png', '..%2f..%2fx', '%00', 'variants'])(
    'finds no image called %s',
    async (name) => {
      await expect(world.fetch(decodeURIComponent(name))).rejects.toMatchObject({ code: expect.any(String) });
    },
  );
});

describe('the image list', () => {
  it('lists images newest first, across pages', async () => {
    const names: string[] = [];
    for (let index = 0; index < 5; index++) names.unshift((await uploaded(20 + index, 20)).name);
    const first = await world.call(images.list, { limit: 3 });
    expect(first.items.map(({ name }) => name)).toEqual(names.slice(0, 3));
    expect(first).toMatchObject({ total: await world.records.countDocuments({ deleted_at: null }), total_exact: true });
    const second = await world.call(images.list, { limit: 2, after: first.next! });
    expect(second.items.map(({ name }) => name)).toEqual(names.slice(3));
    expect(first.items[0]).toEqual({
      ...{ id: expect.any(String), name: names[0], url: `/images/${names[0]}`, width: 24, height: 20 },
      ...{ size: expect.any(Number), content_type: 'image/jpeg', created_at: expect.any(String) },
      ...{ animated: false, animation_lost: false },
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
    });
  });

  it('returns fifty images per page by default', async () => {
    const one = (await world.records.findOne({}))!;
    const more = Array.from({ length: 60 }, (_, index) => ({
      ...{ ...one, _id: randomUUID(), name: `${1_600_000_000_000 + index}-abcdefgh.jpg` },
      created_at: new Date(1_600_000_000_000 + index),
    }));
    await world.records.insertMany(more);
    const { items, total } = await world.call(images.list, {});
    expect(items).toHaveLength(50);
    expect(total).toBeGreaterThan(60);
    await world.records.deleteMany({ _id: { $in: more.map(({ _id }) => _id) } });
  });
});

describe('deleting an image', () => {
  it('removes record, object and variants of a deleted image', async () => {
    const { name } = await uploaded(700, 350);
    expect(await world.call(images.delete, { name })).toEqual({ name });
    await expect(world.fetch(name)).rejects.toMatchObject({ code: 'not_found' });
    const { items } = await world.call(images.list, {});
    expect(items.map((each) => each.name)).not.toContain(name);
    expect(
      [...(await world.objects()), ...(await world.objects('variants'))].filter((each) => each.includes(name)),
    ).toEqual([]);
    await expect(world.call(images.delete, { name })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['../../x', 'x\0.png', '', 'x.png', '1700000000000-abcdefgh12345.svg'])(
    'refuses to delete the name %j',
    async (name) => {
      const before = await world.objects();
      await expect(world.call(images.delete, { name })).rejects.toMatchObject({
        ...{ code: 'validation_failed', errors: [{ path: 'name', message: 'Not the name of an image' }] },
      });
      expect(await world.objects()).toEqual(before);
    },
  );
});

it('publishes an event when an image is stored and when it is deleted', async () => {
  const made = await uploaded(60, 40);
  await world.call(images.delete, { name: made.name });
  const { name, width, height, placeholder } = made;
  const events = await world.publishedEvents(2, made.id);
  expect(events).toEqual(
    ['created', 'deleted'].map((act) => ({ id: made.id, act, image: { name, width, height, placeholder } })),
  );
  await waitFor('the outbox is empty', async () => (await world.records.findOne({ name }))?.outbox.length === 0);
});
