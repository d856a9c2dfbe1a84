import { z } from 'zod';
import { event } from './event.js';
import { itemsOf, listOf, listQuery } from './list.js';
import { liveActions } from './live.js';
import { operation } from './operation.js';
import { recordId, timestamp } from './text.js';

/** Bytes of an uploaded file (specification, section 9). */
export const imageSizeLimit = 5 * 1024 * 1024;
/** Widths that an image can be asked for in (`?w=`), in pixels; what is narrower than one has none of it. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const;
/** What can be uploaded, by its bytes, and the extension that it is stored under. */
export const imageTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;
export type ImageType = keyof typeof imageTypes;
/**
 * Pixels of an uploaded image, those of all its frames together: what can be worked on in about 300 MB (measured; the
 * media service's README has the figures).
 */
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

/** Path of an image on the site. */
export function imagePath(name: string): string {
  return `/images/${name}`;
}

/** An image as a text holds it. Brackets and backslashes of the description are escaped. */
export function imageMarkdown(name: string, alt: string = defaultAlt): string {
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${imagePath(name)})`;
}

/** The names of our images that a text mentions, each once. */
export function imagesIn(text: string): string[] {
  const names = text.matchAll(/\/images\/(\d{13}-[a-z0-9]{8,16}\.(?:png|jpg|gif|webp|avif))(?![\w.])/g);
  return [...new Set(Array.from(names, ([, name]) => name!))];
}

/** What is drawn of an image before it has come, and in which place. */
export const imageFacts = z.object({
  name: imageName,
  /** Pixels, upright. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** A blurred miniature as a `data:` URL of at most 1 KB. */
  placeholder: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/),
});
export type ImageFacts = z.output<typeof imageFacts>;

/** What a view is told of an image: attributes of its `<img>`. Its `sizes` the view knows. */
export interface ImageAttributes {
  width: number;
  height: number;
  /** The widths that are narrower than the original, and itself; none where it is narrower than all. */
  srcset: string | undefined;
  placeholder: string;
}

/**
 * What is known of the images of a text, by the address that the text has: ours alone. For `renderMarkdown`, on a post's
 * page as in its preview.
 */
export function imagesByAddress(known: Iterable<ImageFacts>): (src: string) => ImageAttributes | undefined {
  const drawn = new Map(Array.from(known, (facts) => [imagePath(facts.name), attributesOf(facts)] as const));
  return (src) => drawn.get(src);
}

function attributesOf({ name, width, height, placeholder }: ImageFacts): ImageAttributes {
  const path = imagePath(name);
  const narrower = imageWidths.filter((variant) => variant < width);
  const sources = [...narrower.map((variant) => `${path}?w=${variant} ${variant}w`), `${path} ${width}w`];
  return { width, height, srcset: narrower.length > 0 ? sources.join(', ') : undefined, placeholder };
}

export const image = imageFacts.extend({
  id: recordId,
  /** Its path on the site. */
  url: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  content_type: z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]),
  animated: z.boolean(),
  created_at: timestamp,
});
export type Image = z.output<typeof image>;

/** `?w=`, as a URL spells it. */
export const imageQuery = z.strictObject({
  w: z.enum(imageWidths.map(String), `Not a width: ${imageWidths.join(', ')}`).optional(),
});

const byName = z.strictObject({ name: imageName });
const media = { service: 'media', access: 'admin' } as const;

/** Without a session and below no `/admin`: `GET /images/:name`. The site has it as `imagePath`. */
export const imageRoute = '/images/:name';

/**
 * Uploading is a route of its own, since bytes are no JSON: `POST /admin/images`, multipart/form-data with one field
 * `file`; answers 201 with an `image`.
 */
export const imageUploadPath = '/admin/images';

export const images = {
  list: operation({
    ...media,
    method: 'GET',
    path: '/admin/images',
    input: listQuery(['-created_at'], {}).omit({ search: true }),
    output: listOf(image),
    summary: 'Uploaded images, newest first.',
  }),
  delete: operation({
    ...media,
    method: 'DELETE',
    path: '/admin/images/:name',
    input: byName,
    output: byName,
    summary: 'Delete an image. Posts that show it show its absence.',
  }),
};

/** A post that shows an image. */
export const imageUse = z.object({ id: recordId, title: z.string(), slug: z.string(), published: z.boolean() });
export type ImageUse = z.output<typeof imageUse>;

export const imageUses = {
  list: operation({
    service: 'content',
    access: 'admin',
    method: 'GET',
    path: '/admin/images/:name/posts',
    input: byName,
    output: itemsOf(imageUse),
    summary: 'The posts whose text shows an image, deleted ones not.',
  }),
};

/** An image was stored, its variants included, or deleted. The content service draws posts with these facts. */
export const imageChanged = event(
  'image.changed',
  z.object({ id: recordId, act: z.enum(liveActions), image: imageFacts }),
  ['content'],
  { drops: ['posts'], live: ({ id, act }) => [{ topic: 'images', id, act }] },
);
