import { type CallInput, type Operation, pathParameters } from '@docfolio/contracts/core/operation';

export const apiBase = '/api/v1';

export interface HttpRequest {
  method: string;
  url: string;
  body: string | undefined;
}

/**
 * Returns the HTTP request of a call. Input fields named in the path become its segments, the others the query (GET,
 * DELETE; without null fields) or the JSON body. @throws TypeError if a field of the path is missing, null or empty
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
