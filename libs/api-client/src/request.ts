import { type CallInput, type Operation, pathParameters } from '@docfolio/contracts/operation';

/** Every operation stands below this path of the page's own origin. */
export const apiBase = '/api/v1';

export interface HttpRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** JSON text of a POST or PATCH. */
  body: string | undefined;
}

/**
 * The HTTP form of a call: fields that the path names go there, the others become the query of a GET or DELETE, or
 * the JSON body of a POST or PATCH. Undefined fields are left out everywhere, null ones out of queries.
 * @throws TypeError when a field that the path needs is missing.
 */
export function httpRequest<O extends Operation>(operation: O, input: CallInput<O>): HttpRequest {
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  let path = operation.path;
  for (const name of pathParameters(operation.path)) {
    const value = rest[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${operation.method} ${operation.path} needs ${name}`);
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
    delete rest[name];
  }
  const url = apiBase + path;
  if (operation.method === 'POST' || operation.method === 'PATCH')
    return { method: operation.method, url, body: JSON.stringify(rest) };
  return { method: operation.method, url: url + queryString(rest), body: undefined };
}

function queryString(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) query.set(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
}
