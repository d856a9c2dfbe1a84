import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Returns random noise, which compresses as badly as a photograph. */
export function noise(width: number, height: number, sigma = 14) {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } },
  });
}

/** Returns a white picture with a red and a blue quarter, so that rotation is detectable. */
export async function quarters(width: number, height: number) {
  const quarter = async (background: string, left: number, top: number) => ({
    input: await sharp({ create: { width: width / 2, height: height / 2, channels: 3, background } })
      .png()
      .toBuffer(),
    ...{ left, top },
  });
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    await quarter('#ff0000', 0, 0),
    await quarter('#0000ff', width / 2, height / 2),
  ]);
}

export async function animation(width: number, height: number, frames: number) {
  const each = Array.from({ length: frames }, (_, index) =>
    noise(width, height, 10 + index)
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(each), { join: { animated: true } });
}

/** Returns a JPEG padded after its end to exactly this many bytes. Large ones take the service seconds. */
export async function jpegOfSize(bytes: number, width = 600, height = 450): Promise<Buffer> {
  const jpeg = await noise(width, height).jpeg({ quality: 88 }).toBuffer();
  if (jpeg.length > bytes) throw new Error(`${jpeg.length} bytes are more than ${bytes}`);
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
}

/** Returns a small PNG file with many pixels: one bit per pixel, all the same. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Returns the checksum of a PNG chunk (PNG specification, annex D). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
