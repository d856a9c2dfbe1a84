import { toNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, own, put, type Value } from '../bson/values.js';
import { badValue, MongoError, unsupported } from '../errors.js';
import { compileExpression, type Evaluate, newScope, type Scope } from '../expression/expression.js';
import { type MatchDetails, matcher } from './matcher.js';
import { splitPath } from './path.js';

type Transform = (value: Value, scope: Scope, details?: MatchDetails) => Value;
type Rule =
  | { kind: 'keep' }
  | { kind: 'drop' }
  | { kind: 'compute'; evaluate: Evaluate }
  | { kind: 'transform'; apply: Transform }
  | Tree;
interface Tree {
  kind: 'tree';
  rules: Map<string, Rule>;
}

export type Projection = (doc: Doc, details?: MatchDetails) => Doc;

/** Adds a path to the tree; throws 31250 when it collides with another. */
function addRule(tree: Tree, path: string, rule: Rule): void {
  const parts = splitPath(path);
  let current = tree;
  for (const [index, part] of parts.entries()) {
    const existing = current.rules.get(part);
    const last = index === parts.length - 1;
    if (existing && (last || existing.kind !== 'tree')) throw new MongoError(31250, `Path collision at ${path}`);
    if (last) current.rules.set(part, rule);
    else {
      const child: Tree = existing?.kind === 'tree' ? existing : { kind: 'tree', rules: new Map() };
      current.rules.set(part, child);
      current = child;
    }
  }
}

/** Whether fields that no rule names stay. */
function applyTree(tree: Tree, doc: Doc, inclusive: boolean, scope: Scope, details?: MatchDetails): Doc {
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const rule = tree.rules.get(key);
    if (!rule) {
      if (!inclusive) put(result, key, doc[key]);
    } else if (rule.kind !== 'drop') {
      const value = applyRule(rule, doc[key], inclusive, scope, details);
      if (value !== undefined) put(result, key, value);
    }
  }
  for (const [key, rule] of tree.rules) {
    if (Object.hasOwn(doc, key) || (rule.kind !== 'compute' && !(rule.kind === 'tree' && computes(rule)))) continue;
    const value = applyRule(rule, undefined, inclusive, scope, details);
    if (value !== undefined) put(result, key, value);
  }
  return result;
}

const computes = (tree: Tree): boolean =>
  [...tree.rules.values()].some((rule) => rule.kind === 'compute' || (rule.kind === 'tree' && computes(rule)));

function applyRule(rule: Rule, value: Value, inclusive: boolean, scope: Scope, details?: MatchDetails): Value {
  switch (rule.kind) {
    case 'keep':
      return value;
    case 'drop':
      return undefined;
    case 'compute':
      return rule.evaluate(scope);
    case 'transform':
      return rule.apply(value, scope, details);
    case 'tree':
      if (Array.isArray(value)) {
        return value
          .map((item) => applyRule(rule, item, inclusive, scope, details))
          .filter((item) => item !== undefined);
      }
      if (isDoc(value)) return applyTree(rule, value, inclusive, scope, details);
      if (computes(rule)) return applyTree(rule, {}, inclusive, scope, details);
      return inclusive ? undefined : value;
  }
}

/** `$slice: n` or `[skip, n]` of a find projection. */
function sliceTransform(operand: Value): Transform {
  const numbers = (Array.isArray(operand) ? operand : [operand]).map((item) => {
    if (!isNumeric(item) || !Number.isInteger(toNumber(item))) throw badValue('$slice needs integers');
    return toNumber(item);
  });
  if (Array.isArray(operand) && (numbers.length !== 2 || numbers[1]! <= 0))
    throw badValue('$slice limit must be positive');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (numbers.length === 1) return numbers[0]! >= 0 ? value.slice(0, numbers[0]) : value.slice(numbers[0]!);
    const start = numbers[0]! < 0 ? Math.max(0, value.length + numbers[0]!) : numbers[0]!;
    return value.slice(start, start + numbers[1]!);
  };
}

function elemMatchTransform(operand: Value): Transform {
  const matches = matcher({ v: { $elemMatch: operand } });
  return (value) => {
    const details: MatchDetails = {};
    return Array.isArray(value) && matches({ v: value }, details) ? [value[details.index!]] : undefined;
  };
}

const positional: Transform = (value, _, details) => {
  if (!Array.isArray(value)) return value;
  if (details?.index === undefined)
    throw new MongoError(
      51246,
      "Executor error: the positional operator '.$' requires a matching array condition in the query",
    );
  return [value[details.index]];
};

const isFlag = (value: Value): boolean => typeof value === 'boolean' || isNumeric(value);
const isOn = (value: Value): boolean => value === true || (isNumeric(value) && toNumber(value) !== 0);

/**
 * Compiles a projection: of find (`$slice`, `$elemMatch`, positional `.$`) or of the $project stage (expressions).
 * Inclusion and exclusion do not mix except for _id. Undefined when everything stays.
 */
export function compileProjection(spec: Doc, stage: 'find' | '$project'): Projection | undefined {
  const tree: Tree = { kind: 'tree', rules: new Map() };
  let mode: 'inclusion' | 'exclusion' | undefined;
  let idRule: boolean | undefined;
  const setMode = (next: 'inclusion' | 'exclusion', path: string): void => {
    if (mode && mode !== next) {
      const code = next === 'inclusion' ? 31253 : 31254;
      throw new MongoError(code, `Invalid projection: cannot do ${next} on field ${path} in ${mode} projection`);
    }
    mode = next;
  };
  const add = (path: string, value: Value): void => {
    if (isFlag(value)) {
      if (path === '_id') {
        idRule = isOn(value);
        return;
      }
      if (path.endsWith('.$')) {
        if (stage !== 'find' || !isOn(value))
          throw new MongoError(31395, 'positional projection is only allowed as an inclusion in find');
        setMode('inclusion', path);
        addRule(tree, path.slice(0, -2), { kind: 'transform', apply: positional });
        return;
      }
      setMode(isOn(value) ? 'inclusion' : 'exclusion', path);
      addRule(tree, path, isOn(value) ? { kind: 'keep' } : { kind: 'drop' });
      return;
    }
    const operator = isDoc(value) ? Object.keys(value)[0] : undefined;
    if (isDoc(value) && operator === undefined)
      throw new MongoError(51270, 'An empty sub-projection is not a valid value');
    if (isDoc(value) && !operator!.startsWith('$')) {
      for (const [key, inner] of Object.entries(value)) add(`${path}.${key}`, inner);
    } else if (stage === 'find' && operator === '$slice') {
      addRule(tree, path, { kind: 'transform', apply: sliceTransform((value as Doc).$slice) });
    } else if (stage === 'find' && operator === '$elemMatch') {
      setMode('inclusion', path);
      addRule(tree, path, { kind: 'transform', apply: elemMatchTransform((value as Doc).$elemMatch) });
    } else if (stage === 'find' && operator === '$meta') throw unsupported('The projection operator $meta');
    else {
      if (mode === 'exclusion')
        throw new MongoError(31252, `Invalid projection: expression on ${path} in an exclusion projection`);
      mode = 'inclusion';
      addRule(tree, path, { kind: 'compute', evaluate: compileExpression(value) });
    }
  };
  for (const [path, value] of Object.entries(spec)) add(path, value);
  if (mode === undefined && idRule === undefined && tree.rules.size === 0) return undefined;
  if (mode === undefined && tree.rules.size === 0) mode = idRule ? 'inclusion' : 'exclusion';
  const inclusive = mode === 'inclusion';
  if (inclusive && idRule !== false && !tree.rules.has('_id'))
    tree.rules = new Map<string, Rule>([['_id', { kind: 'keep' }], ...tree.rules]);
  if (!inclusive && idRule === false) tree.rules.set('_id', { kind: 'drop' });
  return (doc, details) => applyTree(tree, doc, inclusive, newScope(doc), details);
}

/** $addFields and $set: computed fields by (dotted) path; a nested document sets its fields one by one. */
export function compileAddFields(spec: Doc): Projection {
  const tree: Tree = { kind: 'tree', rules: new Map() };
  const add = (path: string, value: Value): void => {
    const keys = isDoc(value) ? Object.keys(value) : [];
    if (keys.length > 0 && !keys[0]!.startsWith('$'))
      for (const key of keys) add(`${path}.${key}`, own(value as Doc, key));
    else addRule(tree, path, { kind: 'compute', evaluate: compileExpression(value) });
  };
  for (const [path, value] of Object.entries(spec)) add(path, value);
  return (doc) => applyTree(tree, doc, false, newScope(doc));
}
