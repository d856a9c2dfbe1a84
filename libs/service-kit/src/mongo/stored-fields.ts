import type { SchemaDefinition, SchemaDefinitionProperty } from 'mongoose';
import { Schema } from 'mongoose';
import type { z } from 'zod';

const stamps = ['id', 'created_at', 'updated_at', 'version'];

/** A contract's record without the fields that every record has. */
export type OwnFields<Output> = Omit<Output, 'id' | 'created_at' | 'updated_at' | 'version'>;

/** Derives a mongoose definition from a contract's record. @param others fields to add or replace; `false` omits one */
export function storedFields<Fields>(
  record: z.ZodObject,
  others: Record<string, SchemaDefinitionProperty | false> = {},
): SchemaDefinition<Fields> {
  const derived = Object.entries(record.shape)
    .filter(([name]) => !stamps.includes(name))
    .map(([name, schema]) => [name, propertyOf(schema as z.ZodType)]);
  const all = { ...Object.fromEntries(derived), ...others };
  return Object.fromEntries(
    Object.entries(all).filter(([, property]) => property !== false),
  ) as SchemaDefinition<Fields>;
}

function propertyOf(schema: z.ZodType, nullable = false): SchemaDefinitionProperty {
  const { def } = schema as unknown as {
    def: { type: string; format?: string; innerType: z.ZodType; element: z.ZodType };
  };
  const presence = nullable ? { default: null } : { required: true };
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return propertyOf(def.innerType, nullable || def.type !== 'default');
    case 'string':
      return { type: def.format === 'datetime' ? Date : String, ...presence };
    case 'enum': {
      const { options } = schema as z.ZodEnum;
      return { type: String, enum: nullable ? [...options, null] : options, ...presence };
    }
    case 'number':
      return { type: Number, ...presence };
    case 'boolean':
      return { type: Boolean, default: nullable ? null : false };
    case 'array': {
      // mongoose counts an empty string as missing, but a blank tag must be storable.
      const { required: _, ...element } = propertyOf(def.element) as { required?: boolean };
      return { type: [element], default: nullable ? null : [] };
    }
    default:
      return { type: Schema.Types.Mixed, ...presence };
  }
}
