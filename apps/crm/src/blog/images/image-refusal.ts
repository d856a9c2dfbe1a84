import { isProblem } from '@docfolio/api-client/problem';
import { imageSizeLimit, imageTooLarge, notAnImage, unsupportedImage } from '@docfolio/contracts/entities/image';

export interface Refusal {
  title: string;
  description: string;
}

const invalidType = (description: string): Refusal => ({ title: 'Invalid file type', description });
const tooLarge: Refusal = { title: 'File too large', description: imageTooLarge };

/** Checks a file's type and size before the upload. @returns why it is refused, or undefined */
export function refusalOf(file: Pick<File, 'type' | 'size'>): Refusal | undefined {
  // Browsers that do not know a type, such as HEIC, name none.
  if (!file.type.startsWith('image/')) return invalidType(file.type === '' ? unsupportedImage : notAnImage);
  return file.size > imageSizeLimit ? tooLarge : undefined;
}

/** Returns why the server refused a file (400 or 413); undefined for errors after which Retry is offered. */
export function refusalBy(error: unknown): Refusal | undefined {
  if (!isProblem(error)) return undefined;
  if (error.status === 413) return tooLarge;
  if (error.status !== 400) return undefined;
  const description = error.errors?.[0]?.message ?? error.detail ?? notAnImage;
  if (description.startsWith(notAnImage)) return invalidType(description);
  return description === imageTooLarge ? tooLarge : { title: 'Upload failed', description };
}
