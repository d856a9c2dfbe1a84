import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordChange } from '../core/event.js';
import { itemsOf, listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { recordId, timestamp } from '../core/text.js';

export const imageEntity = entity({ collection: 'images' });

/** Maximum bytes of an uploaded image (specification, section 9). */
export const imageSizeLimit = 5 * 1024 * 1024;
/** Widths in px of an image's scaled-down variants, requested by `?w=640`. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const;
/** Accepted content types, detected from the file's bytes, with the extension of the stored file. */
export const imageTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;
export type ImageType = keyof typeof imageTypes;
/** Maximum pixels of all frames together. Decoding that many takes up to about 300 MB (README of the media service). */
export const imagePixelLimits: Record<ImageType, number> = {
  'image/png': 40_000_000,
  'image/jpeg': 40_000_000,
  'image/gif': 20_000_000,
  'image/webp': 40_000_000,
  'image/avif': 12_000_000,
};

export const notAnImage = 'Please upload an image file';
/** Refusal of a file that is an image of another type, or no image. */
export const unsupportedImage = `${notAnImage}: PNG, JPEG, GIF, WebP or AVIF`;
/** Refusal of an animation that cannot be read, not even its first frame. */
export const unreadableAnimation = 'Please upload an animation as GIF or WebP';
export const imageTooLarge = 'Please upload an image smaller than 5MB';
export function tooManyPixels(type: ImageType): string {
  return `Please upload an image of at most ${imagePixelLimits[type] / 1_000_000} megapixels`;
}
/** Alt text of an image inserted without one (specification, section 9). */
export const defaultAlt = 'Blog image';

const namePattern = /^\d{13}-[a-z0-9]{8,16}\.(?:png|jpg|gif|webp|avif)$/;

/** File name of an uploaded image: `<ms since the epoch>-<random>.<extension>` (specification, section 5). */
export const imageName = z
  .string()
  .regex(namePattern, 'Not the name of an image')
  .meta({ examples: ['1732440600000-a1b2c3d4e5.png'] });

export function imagePath(name: string): string {
  return `/images/${name}`;
}

/** Returns the Markdown of an image, with brackets and backslashes of `alt` escaped. */
export function imageMarkdown(name: string, alt: string = defaultAlt): string {
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${imagePath(name)})`;
}

/** Returns the names of the uploaded images (`/images/<name>`) in a text, without duplicates, in order. */
export function imagesIn(text: string): string[] {
  const names = text.matchAll(/\/images\/(\d{13}-[a-z0-9]{8,16}\.(?:png|jpg|gif|webp|avif))(?![\w.])/g);
  return [...new Set(Array.from(names, ([, name]) => name!))];
}

/** Data with which a page reserves an image's place until it has loaded. */
export const imageFacts = z.object({
  name: imageName,
  /** Pixels, after rotation by EXIF. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** A blurred miniature as a `data:` URL. */
  placeholder: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/),
});
export type ImageFacts = z.output<typeof imageFacts>;

/** Attributes of an `<img>`. `sizes` is missing, because it depends on the layout. */
export interface ImageAttributes {
  width: number;
  height: number;
  /** Undefined if the image is not wider than the narrowest variant. */
  srcset: string | undefined;
  placeholder: string;
}

/** Returns a function from a path (`/images/<name>`) to the image's attributes; undefined if it is not in `known`. */
export function imagesByAddress(known: Iterable<ImageFacts>): (src: string) => ImageAttributes | undefined {
  const attributes = new Map(Array.from(known, (facts) => [imagePath(facts.name), attributesOf(facts)] as const));
  return (src) => attributes.get(src);
}

function attributesOf({ name, width, height, placeholder }: ImageFacts): ImageAttributes {
  const path = imagePath(name);
  const narrower = imageWidths.filter((variant) => variant < width);
  const sources = [...narrower.map((variant) => `${path}?w=${variant} ${variant}w`), `${path} ${width}w`];
  return { width, height, srcset: narrower.length > 0 ? sources.join(', ') : undefined, placeholder };
}

export const image = imageFacts.extend({
  id: recordId,
  /** Path of the image on the site: `/images/<name>`. */
  url: z.string(),
  /** Bytes of the uploaded file. */
  size: z.int().min(0),
  content_type: z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]),
  animated: z.boolean(),
  /** The uploaded file was an animation (PNG or AVIF), of which only the first frame is stored. */
  animation_lost: z.boolean().default(false),
  created_at: timestamp,
});
export type Image = z.output<typeof image>;

export const imageQuery = z.strictObject({
  w: z.enum(imageWidths.map(String), `Not a width: ${imageWidths.join(', ')}`).optional(),
});

const byName = z.strictObject({ name: imageName });
const media = adminOf('media');

/** Path of an image below /api/v1. On the site it is `imagePath(name)`. */
export const imageRoute = '/images/:name';

/** Path of the upload (no operation, as it isn't JSON): multipart/form-data with the field `file`. 201: `image`. */
export const imageUploadPath = '/admin/images';

export const images = operations({
  list: operation({
    ...media,
    method: 'GET',
    path: '/admin/images',
    input: listQuery(['-created_at'], {}).omit({ search: true }),
    output: listOf(image),
    summary: 'List uploaded images, newest first.',
  }),
  delete: operation({
    ...media,
    method: 'DELETE',
    path: '/admin/images/:name',
    input: byName,
    output: byName,
    summary: 'Delete an image. Posts that use it show a placeholder.',
  }),
});

export const imageUse = z.object({ id: recordId, title: z.string(), slug: z.string(), published: z.boolean() });
export type ImageUse = z.output<typeof imageUse>;

export const imageUses = operations({
  list: operation({
    ...adminOf('content'),
    method: 'GET',
    path: '/admin/images/:name/posts',
    input: byName,
    output: itemsOf(imageUse),
    summary: 'List the posts that use an image, without deleted ones.',
  }),
});

/** An image was stored or deleted. The content service uses its size and placeholder in posts. */
export const imageChanged = event('image.changed', recordChange.extend({ image: imageFacts }), ['content'], {
  drops: ['posts'],
  live: ({ id, act }) => [{ topic: 'images', id, act }],
});
