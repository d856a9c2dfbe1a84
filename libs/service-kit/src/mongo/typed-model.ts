import type { Model, Query, QueryOptions } from 'mongoose';

/** A field name or a dotted path, of which only the first part is checked. */
type Path<Doc> = (keyof Doc & string) | `${keyof Doc & string}.${string}`;

type Operand<Value> = Value extends readonly (infer Item)[]
  ? Value | Item
  : Value extends string
    ? Value | RegExp
    : Value;

interface Operators<Value> {
  $eq?: Value | null;
  $ne?: Value | null;
  $gt?: Value;
  $gte?: Value;
  $lt?: Value;
  $lte?: Value;
  $in?: readonly (Value | null)[];
  $nin?: readonly (Value | null)[];
  $exists?: boolean;
  $size?: number;
  $regex?: RegExp | string;
}

type Condition<Value> = Operand<Value> | Operators<Operand<Value>> | null;

/** A MongoDB filter. An unknown field name, or a value of another type than the field's, does not compile. */
export type Filter<Doc> = { readonly [Field in keyof Doc & string]?: Condition<NonNullable<Doc[Field]>> } & {
  readonly [Nested in `${keyof Doc & string}.${string}`]?: unknown;
} & { readonly $or?: readonly Filter<Doc>[]; readonly $and?: readonly Filter<Doc>[] };

type Values<Doc> = { readonly [Field in keyof Doc & string]?: Doc[Field] | null } & {
  readonly [Nested in `${keyof Doc & string}.${string}`]?: unknown;
};
type Named<Doc, Value = unknown> = { readonly [Name in Path<Doc>]?: Value };

/** A MongoDB update. An unknown field name does not compile, nor a value of another type in `$set`. */
export interface Update<Doc> {
  readonly $set?: Values<Doc>;
  readonly $setOnInsert?: Values<Doc>;
  readonly $unset?: Named<Doc, 1>;
  readonly $inc?: Named<Doc, number>;
  readonly $max?: Values<Doc>;
  readonly $min?: Values<Doc>;
  readonly $push?: Named<Doc>;
  readonly $addToSet?: Named<Doc>;
  readonly $pull?: Named<Doc>;
}

type Find<Doc> = (
  filter?: Filter<Doc>,
  projection?: Named<Doc, 0 | 1>,
  options?: QueryOptions<Doc>,
) => Query<Doc[], Doc>;
type FindOne<Doc> = (
  filter?: Filter<Doc>,
  projection?: Named<Doc, 0 | 1>,
  options?: QueryOptions<Doc>,
) => Query<Doc | null, Doc>;
type Write<Doc, Result> = (filter: Filter<Doc>, update: Update<Doc>, options?: QueryOptions<Doc>) => Query<Result, Doc>;
type Remove<Doc> = (filter: Filter<Doc>) => Query<{ deletedCount: number }, Doc>;

interface Written {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
}

/** The part of a mongoose model that repositories use, with checked field names; mongoose does not check them. */
export interface TypedModel<Doc>
  extends Pick<Model<Doc>, 'schema' | 'collection' | 'create' | 'createIndexes' | 'bulkWrite' | 'findById'> {
  find: Find<Doc>;
  findOne: FindOne<Doc>;
  findOneAndUpdate: Write<Doc, Doc | null>;
  findOneAndDelete(filter: Filter<Doc>): Query<Doc | null, Doc>;
  updateOne: Write<Doc, Written>;
  updateMany: Write<Doc, Written>;
  deleteOne: Remove<Doc>;
  deleteMany: Remove<Doc>;
  countDocuments(filter?: Filter<Doc>, options?: QueryOptions<Doc>): Query<number, Doc>;
  exists(filter: Filter<Doc>): Query<{ _id: unknown } | null, Doc>;
  distinct<Field extends Path<Doc>>(
    field: Field,
    filter?: Filter<Doc>,
  ): Query<(Field extends keyof Doc ? Doc[Field] : unknown)[], Doc>;
}
