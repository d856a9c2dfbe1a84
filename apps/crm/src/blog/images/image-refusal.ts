import { isProblem } from '@docfolio/api-client/problem';
import { imageSizeLimit, imageTooLarge, notAnImage } from '@docfolio/contracts/image';

export interface Refusal {
  title: string;
  description: string;
}

const invalidType: Refusal = { title: 'Invalid file type', description: notAnImage };
const tooLarge: Refusal = { title: 'File too large', description: imageTooLarge };

/** Checks a file's type and size before the upload. @returns why it is refused, or undefined */
export function refusalOf(file: Pick<File, 'type' | 'size'>): Refusal | undefined {
  if (!file.type.startsWith('image/')) return invalidType;
  return file.size > imageSizeLimit ? tooLarge : undefined;
}

/** Returns why the server refused a file (400 or 413); undefined for errors after which Retry is offered. */
export function refusalBy(error: unknown): Refusal | undefined {
  if (!isProblem(error)) return undefined;
  if (error.status === 413) return tooLarge;
  if (error.status !== 400) return undefined;
  const description = error.errors?.[0]?.message ?? error.detail ?? notAnImage;
  if (description === notAnImage) return invalidType;
  return description === imageTooLarge ? tooLarge : { title: 'Upload failed', description };
}
