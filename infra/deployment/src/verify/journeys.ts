import { setTimeout as delay } from 'node:timers/promises';
import type { AdminApi } from './admin-api.js';
import { isTo, type Mailbox } from './mailbox.js';

const pollMs = 250;
const jobMs = 60_000;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const expectStatus = (what: string, status: number, expected: number): void => {
  if (status !== expected) throw new Error(`${what} returned ${status}, not ${expected}`);
};

export async function uploadImage(api: AdminApi): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pixel)], { type: 'image/png' }), 'pixel.png');
  const { url } = await api.call<{ url: string }>('POST', '/images', form);
  const shown = await api.client.send({ method: 'GET', path: new URL(url, api.client.origin).pathname });
  expectStatus(`GET ${url}`, shown.status, 200);
  const type = shown.headers.get('content-type') ?? '';
  if (!type.startsWith('image/')) throw new Error(`GET ${url} returned ${type}`);
}

/** Exports the leads as CSV and downloads the file by its link. */
export async function downloadExport(api: AdminApi): Promise<void> {
  const { id } = await api.call<{ id: string }>('POST', '/exports', { list: 'leads', query: {} });
  const deadline = Date.now() + jobMs;
  for (;;) {
    const { status } = await api.call<{ status: string }>('GET', `/exports/${id}`);
    if (status === 'done') break;
    if (status === 'failed' || Date.now() > deadline) throw new Error(`The export is ${status}`);
    await delay(pollMs);
  }
  const { url } = await api.call<{ url: string }>('POST', `/exports/${id}/link`);
  const path = new URL(url, api.client.origin).pathname;
  const file = await api.client.send({ method: 'GET', path });
  expectStatus('The download', file.status, 200);
  if (!/^\uFEFF?"?id"?[,;]|email/i.test(file.text.split('\n', 1)[0] ?? '')) {
    throw new Error(`The download is no CSV file with a header: ${file.text.slice(0, 80)}`);
  }
}

/** Subscribes an address, confirms it by the emailed link, publishes a post and sends it to the subscribers. */
export async function sendNewsletter(api: AdminApi, mailbox: Mailbox): Promise<void> {
  const email = 'subscriber@readers.example';
  const subscribed = await api.client.send({
    method: 'POST',
    path: '/api/v1/subscribers',
    headers: { 'idempotency-key': `subscribe-${email}` },
    body: { email, source: 'blog' },
  });
  if (![201, 202].includes(subscribed.status)) throw new Error(`Subscribing returned ${subscribed.status}`);
  const mail = await mailbox.waitFor('confirmation email', isTo(email));
  const token = /\/newsletter\/confirm\?token=([\w.~-]+)/.exec(mail)?.[1];
  if (!token) throw new Error('The confirmation email has no link');
  const confirmed = await api.client.send({
    method: 'POST',
    path: '/api/v1/newsletter/confirm',
    headers: { 'idempotency-key': `confirm-${email}` },
    body: { token },
  });
  expectStatus('Confirming the subscription', confirmed.status, 200);
  const title = 'Sent from a container';
  const post = await api.call<{ id: string }>('POST', '/posts', {
    title,
    slug: 'sent-from-a-container',
    excerpt: 'A post for the newsletter.',
    content: '## Hello\n\nA paragraph.\n',
    category: 'Operations',
    published: true,
  });
  await api.call('POST', '/newsletter/issues', { post_id: post.id });
  await mailbox.waitFor('newsletter email', (message) => isTo(email)(message) && message.includes(title));
}
