import { z } from 'zod';
import { adminOf } from './crud.js';
import { entity } from './entity.js';
import { event, recordChange } from './event.js';
import { itemsOf, listOf, listQuery } from './list.js';
import { operation, operations } from './operation.js';
import { recordId, timestamp } from './text.js';

export const imageEntity = entity({ collection: 'images' });

/** Bytes of an uploaded file (specification, section 9). */
export const imageSizeLimit = 5 * 1024 * 1024;
/** Widths of variants (`?w=`), in pixels. Images are never enlarged. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const;
/** Accepted types, detected from the bytes, and the extension of the stored file. */
export const imageTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;
export type ImageType = keyof typeof imageTypes;
/** Pixels of all frames together: what the media service processes in about 300 MB (measured; see its README). */
export const imagePixelLimits: Record<ImageType, number> = {
  'image/png': 40_000_000,
  'image/jpeg': 40_000_000,
  'image/gif': 20_000_000,
  'image/webp': 40_000_000,
  'image/avif': 12_000_000,
};

/** Specification, section 5. */
export const notAnImage = 'Please upload an image file';
export const imageTooLarge = 'Please upload an image smaller than 5MB';
export function tooManyPixels(type: ImageType): string {
  return `Please upload an image of at most ${imagePixelLimits[type] / 1_000_000} megapixels`;
}
/** Specification, section 9. */
export const defaultAlt = 'Blog image';

const namePattern = /^\d{13}-[a-z0-9]{8,16}\.(?:png|jpg|gif|webp|avif)$/;

/** `<milliseconds>-<random>.<extension>` (specification, section 5). */
export const imageName = z.string().regex(namePattern, 'Not the name of an image');

export function imagePath(name: string): string {
  return `/images/${name}`;
}

/** Returns the Markdown of an image, with brackets and backslashes of the description escaped. */
export function imageMarkdown(name: string, alt: string = defaultAlt): string {
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${imagePath(name)})`;
}

/** Returns the names of uploaded images that a text mentions, each once. */
export function imagesIn(text: string): string[] {
  const names = text.matchAll(/\/images\/(\d{13}-[a-z0-9]{8,16}\.(?:png|jpg|gif|webp|avif))(?![\w.])/g);
  return [...new Set(Array.from(names, ([, name]) => name!))];
}

/** What reserves an image's place and shows until it has loaded. */
export const imageFacts = z.object({
  name: imageName,
  /** Pixels, after rotation by EXIF. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** A blurred miniature as a `data:` URL of at most 1 KB. */
  placeholder: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/),
});
export type ImageFacts = z.output<typeof imageFacts>;

/** Attributes of an `<img>`, besides `sizes`, which depends on the view. */
export interface ImageAttributes {
  width: number;
  height: number;
  /** Undefined if the image is narrower than every variant. */
  srcset: string | undefined;
  placeholder: string;
}

/** Returns a lookup of uploaded images by their path, for `renderMarkdown`. */
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
  /** Path on the site. */
  url: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  content_type: z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]),
  animated: z.boolean(),
  created_at: timestamp,
});
export type Image = z.output<typeof image>;

/** `?w=` in a URL. */
export const imageQuery = z.strictObject({
  w: z.enum(imageWidths.map(String), `Not a width: ${imageWidths.join(', ')}`).optional(),
});

const byName = z.strictObject({ name: imageName });
const media = adminOf('media');

/** Public route of the gateway; on the site it is `imagePath`. */
export const imageRoute = '/images/:name';

/** Uploads are not JSON, so not an operation: multipart/form-data with one field `file`; responds 201 with an `image`. */
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

/** An image was stored with its variants, or deleted. The content service renders posts with these facts. */
export const imageChanged = event('image.changed', recordChange.extend({ image: imageFacts }), ['content'], {
  drops: ['posts'],
  live: ({ id, act }) => [{ topic: 'images', id, act }],
});
