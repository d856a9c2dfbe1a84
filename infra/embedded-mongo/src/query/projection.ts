import { pickElements } from '../bson/elements.js';
import { type Doc, isDoc, isNumeric, put, type Value } from '../bson/values.js';
import { MongoError, unsupported } from '../errors.js';
import { compileExpression, type Evaluate } from './expression.js';
import { isOperatorDoc, truthy } from './operators.js';
import { plainPath } from './path.js';

/** Whether a field is included, its expression, or the rules for the fields below it. */
type Rule = boolean | Evaluate | Tree;
type Tree = Map<string, Rule>;
export interface Projection {
  (doc: Doc): Doc;
  /** The same on BSON without decoding; undefined if the projection has nested paths or expressions. */
  ofStored?: (bytes: Buffer) => Buffer;
}

function addRule(tree: Tree, path: string, rule: Rule): void {
  const parts = plainPath(path);
  const last = parts.pop()!;
  const collision = () => new MongoError(31250, `Path collision at ${path}`);
  for (const part of parts) {
    const child = tree.get(part) ?? new Map();
    if (!(child instanceof Map)) throw collision();
    tree.set(part, child);
    tree = child;
  }
  if (tree.has(last)) throw collision();
  tree.set(last, rule);
}

const computes = (rule: Rule): boolean =>
  rule instanceof Map ? [...rule.values()].some(computes) : typeof rule === 'function';

function applyTree(tree: Tree, doc: Doc, keepRest: boolean, root: Doc): Doc {
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const value = applyRule(tree.get(key) ?? keepRest, doc[key], keepRest, root);
    if (value !== undefined) put(result, key, value);
  }
  for (const [key, rule] of tree) {
    if (Object.hasOwn(doc, key) || !computes(rule)) continue;
    const value = applyRule(rule, undefined, keepRest, root);
    if (value !== undefined) put(result, key, value);
  }
  return result;
}

function applyRule(rule: Rule, value: Value, keepRest: boolean, root: Doc): Value {
  if (typeof rule === 'boolean') return rule ? value : undefined;
  if (typeof rule === 'function') return rule(root);
  if (Array.isArray(value))
    return value.map((item) => applyRule(rule, item, keepRest, root)).filter((item) => item !== undefined);
  if (isDoc(value) || computes(rule)) return applyTree(rule, isDoc(value) ? value : {}, keepRest, root);
  return keepRest ? value : undefined;
}

const isFlag = (value: Value): boolean => typeof value === 'boolean' || isNumeric(value);

function refuseNested(value: Value): void {
  if (isDoc(value) && !isOperatorDoc(value)) throw unsupported('A nested document in a projection (use dotted paths)');
}

/** Compiles a projection of find or $project; only the latter may compute. @returns undefined if all fields stay */
export function compileProjection(spec: Doc, stage: 'find' | '$project'): Projection | undefined {
  let tree: Tree = new Map();
  let inclusive: boolean | undefined;
  let idRule: boolean | undefined;
  for (const [path, value] of Object.entries(spec)) {
    refuseNested(value);
    if (path === '_id' && isFlag(value)) {
      idRule = truthy(value);
      continue;
    }
    if (stage === 'find' && !isFlag(value)) throw unsupported('A find projection other than inclusion and exclusion');
    const includes = !isFlag(value) || truthy(value);
    if (inclusive !== undefined && inclusive !== includes)
      throw new MongoError(includes ? 31253 : 31254, `Invalid projection: '${path}' mixes inclusion and exclusion`);
    inclusive = includes;
    addRule(tree, path, isFlag(value) ? includes : compileExpression(value));
  }
  if (inclusive === undefined && idRule === undefined) return undefined;
  const keepRest = !(inclusive ?? idRule);
  if (!tree.has('_id') && (keepRest ? idRule === false : idRule !== false))
    tree = new Map([['_id', !keepRest], ...tree]);
  const project: Projection = (doc) => applyTree(tree, doc, keepRest, doc);
  if ([...tree.values()].every((rule) => typeof rule === 'boolean'))
    project.ofStored = (bytes) => pickElements(bytes, (name) => (tree.get(name) ?? keepRest) === true);
  return project;
}

export function compileAddFields(spec: Doc): Projection {
  const tree: Tree = new Map();
  for (const [path, value] of Object.entries(spec)) {
    refuseNested(value);
    addRule(tree, path, compileExpression(value));
  }
  return (doc) => applyTree(tree, doc, true, doc);
}
