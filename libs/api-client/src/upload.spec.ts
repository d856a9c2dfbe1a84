import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Image, imageUploadPath } from '@docfolio/contracts/entities/image';
import { auth } from '@docfolio/contracts/entities/session';
import { sessionStore } from './session.js';
import { FixtureServer } from './testing/fixture-server.js';
import { sampleSession, sampleUser } from './testing/samples.js';
import { uploadImage } from './upload.js';

/** Not an operation, because its body isn't JSON; declared as one for the fixture server. */
const upload = { method: 'POST', path: imageUploadPath } as Parameters<FixtureServer['on']>[0];

const stored: Image = {
  id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  name: '1763713000000-x7k2p9ab.png',
  url: '/images/1763713000000-x7k2p9ab.png',
  width: 640,
  height: 320,
  placeholder: 'data:image/webp;base64,AAAA',
  size: 300_000,
  content_type: 'image/png',
  animated: false,
  animation_lost: false,
  created_at: '2026-02-01T10:00:00.000Z',
};
const file = () => new File([new Uint8Array(300_000)], 'a diagram.png', { type: 'image/png' });

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(async () => {
  server.reset();
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
  server.on(upload, { status: 201, json: stored });
  await sessionStore.adoptSession(sampleSession(1), 'SIGNED_IN');
});
afterAll(async () => {
  sessionStore.stop();
  await server.stop();
});

const refusal = (promise: Promise<unknown>): Promise<ProblemError> =>
  promise.then(
    () => fail(),
    (error) => error,
  );
const fail = () => {
  throw new Error('The upload succeeded');
};
const requests = () => server.requestsOf(upload);

test('uploadImage sends the file as multipart with token and Idempotency-Key, and reports progress', async () => {
  const sent: number[] = [];
  expect(await uploadImage(file(), { onProgress: (part) => sent.push(part) })).toEqual(stored);
  const [request] = requests();
  expect(request?.body).toEqual({ file: { name: 'a diagram.png', type: 'image/png', size: 300_000 } });
  expect(request?.headers.authorization).toBe('Bearer access-1');
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent.at(-1)).toBe(1);
  expect(sent).toEqual([...sent].sort((one, other) => one - other));
});

test('uploadImage refreshes a refused token once and sends the file again with the same Idempotency-Key', async () => {
  server.on(auth.refresh, { json: sampleSession(2) });
  server.on(upload, ({ headers }) => {
    if (headers.authorization !== 'Bearer access-2') throw new ProblemError('token_invalid');
    return { status: 201, json: stored };
  });
  expect(await uploadImage(file(), { idempotencyKey: 'my-key' })).toEqual(stored);
  expect(requests().map(({ headers }) => headers['idempotency-key'])).toEqual(['my-key', 'my-key']);
});

test('uploadImage throws the gateway’s problem, or `unavailable` for foreign responses and network errors', async () => {
  server.on(upload, () => {
    throw new ProblemError('validation_failed', { errors: [{ path: 'file', message: 'Please upload an image file' }] });
  });
  expect(await refusal(uploadImage(file()))).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'file', message: 'Please upload an image file' }],
    requestId: 'fixture-request',
  });
  server.on(upload, () => {
    throw new ProblemError('rate_limited', { retryAfter: 7 });
  });
  expect(await refusal(uploadImage(file()))).toMatchObject({ code: 'rate_limited', retryAfter: 7 });
  server.on(upload, { status: 502, text: '<h1>Bad gateway</h1>' });
  expect(await refusal(uploadImage(file()))).toMatchObject({ code: 'unavailable' });
  // jsdom also logs each failed request.
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  server.on(upload, 'drop');
  expect(await refusal(uploadImage(file()))).toMatchObject({ code: 'unavailable' });
  report.mockRestore();
});

test('uploadImage rejects with the abort reason, also when aborted before it starts', async () => {
  const controller = new AbortController();
  const reason = new Error('Cancelled');
  server.on(upload, async () => {
    controller.abort(reason);
    return { status: 201, json: stored };
  });
  await expect(uploadImage(file(), { signal: controller.signal })).rejects.toBe(reason);
  await expect(uploadImage(file(), { signal: controller.signal })).rejects.toBe(reason);
  expect(requests()).toHaveLength(1);
});
