import { createHash } from 'node:crypto';
import type { FormResult } from '@docfolio/federation/server-build';
import { inSpan } from '@docfolio/process/tracing/tracer';
import { responseDeadline } from '../gateway-connection.js';
import { GatewayFetch } from './gateway-fetch.js';
import type { ServerBuild } from './server-builds.js';

/** The first value of each field of a posted form, with line breaks as LF. */
export type FormFields = Readonly<Record<string, string>>;

interface FormSubmission {
  gatewayUrl: string;
  build: ServerBuild;
  pathname: string;
  fields: FormFields;
  /** The visitor's address, which the gateway limits by. */
  address: string;
  requestId: string;
}

const hour = 3_600_000;

/** Runs the operation of a posted form by the remote's server build. @returns undefined if the page has no such form */
export async function submitForm(submission: FormSubmission): Promise<FormResult | undefined> {
  const { gatewayUrl, build, pathname, fields, address, requestId } = submission;
  const { host, remote } = build;
  if (!remote.submit) return undefined;
  const signal = AbortSignal.timeout(responseDeadline);
  const gateway = new GatewayFetch({ gatewayUrl, address, requestId, signal });
  const client = host.createServerQueryClient({ fetch: gateway.fetch, timeout: responseDeadline });
  try {
    const submit = remote.submit.bind(remote);
    return await inSpan('submit form', {}, () => submit({ pathname, fields, keyOf: idempotencyKeyOf }, client));
  } finally {
    client.clear();
  }
}

/** Derives a key from content and clock hour, because a cached page has none. A repeat in the same hour is a retry. */
function idempotencyKeyOf(content: unknown): string {
  const period = Math.floor(Date.now() / hour);
  const digest = createHash('sha256')
    .update(JSON.stringify([content, period]))
    .digest('base64url');
  return `form-${digest}`;
}
