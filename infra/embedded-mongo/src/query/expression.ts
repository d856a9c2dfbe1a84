import { type Doc, isDoc, put, type Value } from '../bson/values.js';
import { MongoError, unsupported } from '../errors.js';
import { readPath } from './path.js';

export type Evaluate = (root: Doc) => Value;

function compilePath(path: string): Evaluate {
  if (path.startsWith('$$')) throw unsupported(`The variable ${path}`);
  const parts = path.slice(1).split('.');
  if (parts.includes('')) throw new MongoError(40353, `FieldPath '${path}' is not valid`);
  return (root) => readPath(root, parts);
}

/** Compiles a field path, a literal, or an array or document of these. @throws MongoError for other expressions */
export function compileExpression(expression: Value): Evaluate {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression);
    return (root) => items.map((item) => item(root) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  if (Object.keys(expression).join() === '$literal') return () => expression.$literal;
  const fields = Object.entries(expression).map(([key, value]): [string, Evaluate] => {
    if (key.startsWith('$')) throw new MongoError(168, `Unrecognized or unsupported expression '${key}'`);
    if (key.includes('.')) throw new MongoError(16405, 'dotted field names are only allowed at the top level');
    return [key, compileExpression(value)];
  });
  return (root) => {
    const result: Doc = {};
    for (const [key, evaluate] of fields) {
      const value = evaluate(root);
      if (value !== undefined) put(result, key, value);
    }
    return result;
  };
}
