import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import {
  type ImageType,
  imageName,
  imageSizeLimit,
  images,
  imageTooLarge,
  imageTypes,
  notAnImage,
  unsupportedImage,
} from '@docfolio/contracts/entities/image';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import sharp from 'sharp';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { animation, hugePng, jpegOfSize, noise, quarters } from '../testing/pictures.js';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
});
afterAll(() => world.stop());

const invalid = (message: string, path = 'file') => ({ code: 'validation_failed', errors: [{ path, message }] });
const stored = async (name: string) => buffer(await world.store.get(name));

/** State that a refused upload must not change. */
async function everything() {
  return {
    objects: await world.objects(),
    records: await world.records.countDocuments(),
    spooled: await world.spooled(),
  };
}

const files: Record<ImageType, () => Promise<Buffer>> = {
  'image/png': () => noise(60, 40).png().toBuffer(),
  'image/jpeg': () => noise(60, 40).jpeg().toBuffer(),
  'image/gif': () => noise(60, 40).gif().toBuffer(),
  'image/webp': () => noise(60, 40).webp().toBuffer(),
  'image/avif': () => noise(60, 40).avif({ effort: 0 }).toBuffer(),
};
const types = Object.keys(files) as ImageType[];

describe('an upload', () => {
  it.each(types)(
    'stores an upload of %s under a generated name, ignoring its file name and declared type',
    async (type) => {
      const began = Date.now();
      const made = await world.upload(await files[type](), { fileName: '../../x\0.html', type: 'text/html' });
      expect(imageName.parse(made.name)).toBe(made.name);
      expect(Number(made.name.slice(0, 13))).toBeGreaterThanOrEqual(began);
      expect(made).toMatchObject({
        content_type: type,
        width: 60,
        height: 40,
        animated: false,
        url: `/images/${made.name}`,
      });
      expect(made.name.endsWith(`.${imageTypes[type]}`)).toBe(true);
      const bytes = await stored(made.name);
      expect(bytes).toHaveLength(made.size);
      expect(await world.store.stat(made.name)).toMatchObject({ contentType: type });
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40 });
      expect(await world.spooled()).toEqual([]);
    },
  );

  it.each(types)('creates a decodable placeholder for %s', async (type) => {
    const { placeholder } = await world.upload(await files[type]());
    expect(placeholder.length).toBeLessThanOrEqual(1_024);
    const miniature = Buffer.from(placeholder.split(',')[1]!, 'base64');
    expect(await sharp(miniature).metadata()).toMatchObject({ format: 'webp', width: 24, height: 16 });
  });

  it('removes metadata from an upload and rotates it upright', async () => {
    const sideways = await (await quarters(80, 40))
      .withExif({ IFD0: { Copyright: 'whose it is' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect((await sharp(sideways).metadata()).exif).toBeDefined();
    const { name, width, height } = await world.upload(sideways);
    const bytes = await stored(name);
    const { exif, orientation, icc, xmp } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation, icc, xmp }).toEqual({ width: 40, height: 80 });
    expect(bytes.includes('whose it is')).toBe(false);
    // The red quarter is upper left in the file, and upper right once rotated.
    const { data } = await sharp(bytes)
      .extract({ left: 30, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(240);
    expect(data[2]).toBeLessThan(20);
  });

  it.each(['gif', 'webp'] as const)('keeps the animation of an uploaded %s', async (format) => {
    const { name, ...made } = await world.upload(await (await animation(60, 40, 5)).toFormat(format).toBuffer());
    expect(made).toMatchObject({ animated: true, width: 60, height: 40, content_type: `image/${format}` });
    expect(await sharp(await stored(name), { animated: true }).metadata()).toMatchObject({ pages: 5, pageHeight: 40 });
  });

  /** Puts a chunk acTL (PNG, third edition, section 11.3.3.3) before the picture, as an animation has it. */
  const animatedPng = async (frames: number) => {
    const png = await files['image/png']();
    const content = Buffer.alloc(8);
    content.writeUInt32BE(frames);
    const chunk = Buffer.concat([Buffer.from('acTL'), content]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    crc.writeUInt32BE(crc32(chunk));
    return Buffer.concat([png.subarray(0, 33), length, chunk, crc, png.subarray(33)]);
  };
  /** Puts the brand of a sequence after the others, as in a file whose first frame is a picture of its own, too. */
  const animatedAvif = async () => {
    const avif = await files['image/avif']();
    avif.write('avis', 24);
    return avif;
  };
  it.each([
    ['an animated PNG', () => animatedPng(2), true],
    ['a PNG with one frame', () => animatedPng(1), false],
    ['an AVIF sequence', animatedAvif, true],
    ['a PNG', files['image/png'], false],
    ['an AVIF', files['image/avif'], false],
    ['a GIF', files['image/gif'], false],
  ])('says whether the animation of %s was lost, also later', async (_what, make, lost) => {
    const made = await world.upload(await make());
    expect(made).toMatchObject({ width: 60, height: 40, animated: false });
    expect(made.animation_lost).toBe(lost);
    expect((await world.call(images.list, {})).items.find(({ id }) => id === made.id)).toEqual(made);
  });

  it('keeps the transparency of an upload', async () => {
    const { name } = await world.upload(await noise(60, 40).ensureAlpha(0.5).png().toBuffer());
    expect(await sharp(await stored(name)).metadata()).toMatchObject({ hasAlpha: true });
  });

  it('accepts an upload of 5,242,880 bytes and refuses one more byte', async () => {
    const whole = await jpegOfSize(imageSizeLimit + 1);
    expect(await world.upload(whole.subarray(0, imageSizeLimit))).toMatchObject({ width: 600, height: 450 });
    const before = await everything();
    await expect(world.upload(whole)).rejects.toMatchObject({
      ...{ code: 'body_too_large', detail: imageTooLarge, errors: [{ path: 'file', message: imageTooLarge }] },
    });
    expect(await everything()).toEqual(before);
  });

  it('stores one image for ten concurrent uploads of one key and refuses another file', async () => {
    const [key, bytes] = [randomUUID(), await files['image/png']()];
    const before = (await world.objects()).length;
    const responses = await Promise.all(Array.from({ length: 10 }, () => world.upload(bytes, { key })));
    expect(new Set(responses.map(({ name }) => name)).size).toBe(1);
    expect((await world.objects()).length).toBe(before + 1);
    expect(await world.upload(bytes, { key })).toEqual(responses[0]);
    await expect(world.upload(await files['image/gif'](), { key })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect((await world.objects()).length).toBe(before + 1);
  });
});

describe('an upload is refused', () => {
  const cut = async (type: ImageType, part: number) => {
    const whole = await files[type]();
    return whole.subarray(0, Math.floor(whole.length * part));
  };
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  it.each<[string, () => Promise<Buffer> | Buffer, string?]>([
    [
      'for an SVG that is declared as PNG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      unsupportedImage,
    ],
    ['for an HTML page that is declared as PNG', () => page, unsupportedImage],
    [
      'for an HTML page that begins with the PNG signature',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), page]),
    ],
    ['for a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), unsupportedImage],
    ['for a TIFF', () => noise(60, 40).tiff().toBuffer(), unsupportedImage],
    ['for a PDF', () => Buffer.from('%PDF-1.7\n'), unsupportedImage],
    ['for an MP4 video', () => Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1'), unsupportedImage],
    ['for an empty file', () => Buffer.alloc(0), unsupportedImage],
    ...types.flatMap((type): [string, () => Promise<Buffer>][] =>
      [0.5, 0.98].map((part) => [`for a ${type} truncated after ${part * 100} %`, () => cut(type, part)]),
    ),
    ['for a truncated animated GIF', async () => (await (await animation(60, 40, 5)).gif().toBuffer()).subarray(0, -1)],
  ])('%s', async (_, make, message = notAnImage) => {
    const before = await everything();
    await expect(world.upload(await make())).rejects.toMatchObject(invalid(message));
    expect(await everything()).toEqual(before);
  });

  it('for an AVIF sequence of which nothing can be read', async () => {
    const avif = await files['image/avif']();
    avif.write('avis', 8);
    await expect(world.upload(avif)).rejects.toMatchObject(invalid('Please upload an animation as GIF or WebP'));
  });

  it('for a small file with 400 megapixels', async () => {
    const before = await everything();
    const refused = expect(world.upload(hugePng(20_000, 20_000))).rejects;
    await refused.toMatchObject(invalid('Please upload an image of at most 40 megapixels'));
    expect(await everything()).toEqual(before);
  });

  it('for an animation with too many pixels in all frames together', async () => {
    const frames = await sharp({ create: { width: 3_000, height: 2_700, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const gif = await sharp([frames, frames, frames], { join: { animated: true } })
      .gif({ effort: 1, keepDuplicateFrames: true })
      .toBuffer();
    await expect(world.upload(gif)).rejects.toMatchObject(invalid('Please upload an image of at most 20 megapixels'));
  });

  const form = (...parts: string[]) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
  const file = (name: string) => `Content-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nx`;
  const text = (name: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\nx`;
  const multipart = 'multipart/form-data; boundary=b';
  it.each<[string, string, string, object]>([
    ['for a form without a file', form(), multipart, invalid(notAnImage)],
    ['for a file under another field name', form(file('image')), multipart, invalid('Unknown field', 'image')],
    ['for two files', form(file('file'), file('file')), multipart, invalid('One file at a time')],
    ['for a file and another field', form(text('alt'), file('file')), multipart, invalid('Unknown field', 'alt')],
    ['for a truncated form', form(file('file')).slice(0, -9), multipart, { code: 'malformed_body' }],
    ['for an empty body', '', multipart, { code: 'malformed_body' }],
    ['for a multipart type without a boundary', form(file('file')), 'multipart/form-data', { code: 'malformed_body' }],
    ['for a JSON body', '{}', 'application/json', { code: 'unsupported_media_type' }],
    ['for a file that is not in a form', 'x', 'image/png', { code: 'unsupported_media_type' }],
  ])('%s', async (_, body, type, refusal) => {
    const before = await everything();
    await expect(world.sendBody(Readable.from([body]), type)).rejects.toMatchObject(refusal);
    expect(await everything()).toEqual(before);
  });

  it('for an endless form without a file', async () => {
    const before = await everything();
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536, 'x');
      })(),
    );
    await expect(world.sendBody(endless, multipart)).rejects.toMatchObject({ code: 'body_too_large' });
    expect(await everything()).toEqual(before);
  });
});

describe('an upload that the client aborts', () => {
  it.each([0.1, 0.9])('leaves no object, record or spool file if it is aborted after a share of %f', async (part) => {
    const before = await everything();
    const bytes = await jpegOfSize(imageSizeLimit);
    const abort = new AbortController();
    const body = new Readable({ read: () => undefined });
    body.push('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    body.push(bytes.subarray(0, bytes.length * part));
    const sending = world.sendBody(body, 'multipart/form-data; boundary=b', { signal: abort.signal });
    await waitFor('the upload has started', async () => (await world.spooled()).length > 0);
    abort.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
    await waitFor('the spool is empty', async () => (await world.spooled()).length === 0);
    expect(await everything()).toEqual(before);
  });
});
