/** @jest-environment node */
import { lazy, Suspense } from 'react';
import { renderDocument } from './render-document.js';

const never = new AbortController().signal;

function Fails(): never {
  throw new Error('drawn wrongly');
}

it('separates tags of the head from the body', async () => {
  const drawn = await renderDocument(
    <main>
      <title>{'</head> & <body>'}</title>
      <p>Words</p>
      <link rel="canonical" href="https://a.example/" />
    </main>,
    never,
  );
  expect(drawn).toEqual({
    head: '<title>&lt;/head&gt; &amp; &lt;body&gt;</title><link rel="canonical" href="https://a.example/"/>',
    body: '<main><p>Words</p></main>',
  });
});

it('waits for lazy components and renders large ones without inline scripts', async () => {
  const Late = lazy(async () => ({ default: () => <p>{'word '.repeat(50_000)}</p> }));
  const { body } = await renderDocument(
    <Suspense fallback="Loading">
      <Late />
    </Suspense>,
    never,
  );
  expect(body).toMatch(/^<!--\$--><p>(word ){50000}<\/p><!--\/\$-->$/);
});

it('waits for a lazy component outside a Suspense boundary', async () => {
  const Late = lazy(async () => ({ default: () => <p>Late</p> }));
  expect(await renderDocument(<Late />, never)).toEqual({ head: '', body: '<p>Late</p>' });
});

it.each([
  ['outside a Suspense boundary', <Fails key="1" />],
  [
    'within a Suspense boundary',
    <Suspense key="2" fallback="Loading">
      <Fails />
    </Suspense>,
  ],
])('rejects if a component throws %s', async (_where, tree) => {
  await expect(renderDocument(tree, never)).rejects.toThrow('drawn wrongly');
});

it('rejects when the signal is aborted', async () => {
  const Never = lazy(() => new Promise<never>(() => {}));
  const controller = new AbortController();
  const drawing = renderDocument(
    <Suspense fallback="Loading">
      <Never />
    </Suspense>,
    controller.signal,
  );
  controller.abort(new Error('too late'));
  await expect(drawing).rejects.toThrow('too late');
  await expect(renderDocument(<p />, controller.signal)).rejects.toThrow('too late');
});
