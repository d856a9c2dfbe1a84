import mongoose, { type Schema } from 'mongoose';

type Fields = Record<string, unknown>;

/** The part of mongoose's schema types that its own types do not declare. */
interface SchemaType {
  readonly instance: string;
  readonly schema?: Schema;
  readonly embeddedSchemaType?: SchemaType;
  cast(value: unknown): unknown;
}

// Not the one of subdocuments, which expects a mongoose document.
const { doValidateSync } = mongoose.SchemaType.prototype as unknown as {
  doValidateSync(this: SchemaType, value: unknown, scope: unknown): Error | null;
};

/**
 * Returns a function that casts and validates a document whose defaults are set, as `Model.create` does, but without a
 * mongoose document. It drops fields that the schema lacks, and validators of array elements are not run.
 * @throws Error for a schema with nested paths; the returned function: CastError, ValidatorError
 */
export function documentCaster(schema: Schema): (document: Fields) => Fields {
  const fields = Object.entries(schema.paths as unknown as Record<string, SchemaType>).map(([name, type]) => {
    if (name.includes('.')) throw new Error(`${name} is a nested path: give it a schema of its own`);
    return { name, type, cast: castOf(type) };
  });
  return (document) => {
    const result: Fields = {};
    for (const { name, type, cast } of fields) {
      const given = document[name];
      const value = given === undefined || given === null ? given : cast(given);
      const invalid = doValidateSync.call(type, value, undefined);
      if (invalid) throw invalid;
      if (value !== undefined) result[name] = value;
    }
    return result;
  };
}

function castOf(type: SchemaType): (value: unknown) => unknown {
  switch (type.instance) {
    case 'Mixed':
      return (value) => value;
    case 'Embedded':
      return documentCaster(type.schema!) as (value: unknown) => unknown;
    case 'DocumentArray':
      return listOf(documentCaster(type.schema!) as (value: unknown) => unknown);
    case 'Array':
      return listOf(castOf(type.embeddedSchemaType!));
    default:
      return (value) => type.cast(value);
  }
}

function listOf(cast: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError('Not an array');
    return value.map((item) => (item === null || item === undefined ? null : cast(item)));
  };
}
