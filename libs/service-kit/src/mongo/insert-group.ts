import mongoose, { type Model } from 'mongoose';

const { MongoBulkWriteError, MongoServerError } = mongoose.mongo;

/**
 * Inserts cast documents in one command, without mongoose documents. A refused one does not keep the others out.
 * @returns an outcome per document: its refusal, such as a duplicate key, or undefined @throws Error if MongoDB fails
 */
export async function insertGroup<Doc>(
  { collection }: Pick<Model<Doc>, 'collection'>,
  documents: readonly object[],
): Promise<(Error | undefined)[]> {
  const outcomes = documents.map((): Error | undefined => undefined);
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    for (const [index, refusal] of refusalsOf(error)) outcomes[index] = refusal;
  }
  return outcomes;
}

/** Returns the refused statements of an unordered bulk write by index. @throws the error if it concerns all of them */
export function refusalsOf(error: unknown): Map<number, Error> {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const refused = [error.writeErrors].flat();
  // The driver wraps network errors, too, its own and the socket's.
  if (refused.length === 0) throw error.errorResponse instanceof Error ? error.errorResponse : error;
  return new Map(refused.map(({ index, code, errmsg }) => [index, new MongoServerError({ errmsg, code })]));
}
