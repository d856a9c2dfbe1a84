/** @jest-environment node */
import { lazy, Suspense } from 'react';
import { renderDocument } from './render-document.js';

const never = new AbortController().signal;

function Fails(): never {
  throw new Error('drawn wrongly');
}

it('separates the tags of the head from the page', async () => {
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

it('waits for what loads, and needs no script to put it in its place, however large', async () => {
  const Late = lazy(async () => ({ default: () => <p>{'word '.repeat(50_000)}</p> }));
  const { body } = await renderDocument(
    <Suspense fallback="Loading">
      <Late />
    </Suspense>,
    never,
  );
  expect(body).toMatch(/^<!--\$--><p>(word ){50000}<\/p><!--\/\$-->$/);
});

it.each([
  ['anywhere', <Fails key="1" />],
  [
    'where React would leave a hole for the browser',
    <Suspense key="2" fallback="Loading">
      <Fails />
    </Suspense>,
  ],
])('fails when a component throws %s', async (_where, tree) => {
  await expect(renderDocument(tree, never)).rejects.toThrow('drawn wrongly');
});

it('ends with the signal', async () => {
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
