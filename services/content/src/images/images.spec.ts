import type { LiveAction } from '@docfolio/contracts/core/live';
import { type ImageFacts, imageChanged, imageMarkdown, imageUses } from '@docfolio/contracts/entities/image';
import type { MarkdownNode } from '@docfolio/contracts/entities/markdown-document';
import { posts } from '@docfolio/contracts/entities/post';
import { postPreviews } from '@docfolio/contracts/entities/post-preview';
import { derivedId } from '@docfolio/service-kit/identity';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const name = '1763712000000-k3v9x2p7.png';
const other = '1763712000001-k3v9x2p8.webp';
const placeholder = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4=';
const factsOf = (changes: Partial<ImageFacts> = {}): ImageFacts => ({
  name,
  width: 1_000,
  height: 500,
  placeholder,
  ...changes,
});
const publishChange = (act: LiveAction, image = factsOf()) =>
  world.publish(imageChanged, { id: derivedId('image', image.name), act, image });
const uses = async (image = name) => (await world.call(imageUses.list, { name: image })).items;

function imagesOf(nodes: readonly MarkdownNode[]): Record<string, unknown>[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return node.t === 'img' ? [node.p ?? {}] : imagesOf(node.c ?? []);
  });
}
const renderedImages = async (slug: string) => imagesOf((await world.call(posts.read, { slug })).document);

const known = {
  src: `/images/${name}`,
  alt: 'A chart',
  width: 1_000,
  height: 500,
  srcset: [
    `/images/${name}?w=320 320w`,
    `/images/${name}?w=640 640w`,
    `/images/${name}?w=960 960w`,
    `/images/${name} 1000w`,
  ].join(', '),
  'data-placeholder': placeholder,
};

it('renders images with size, placeholder and srcset in posts, feed and previews', async () => {
  await publishChange('created');
  await waitFor('the facts are stored', async () => (await world.collection('image_facts').countDocuments()) === 1);
  const content = `${imageMarkdown(name, 'A chart')}\n\n![Theirs](https://elsewhere.example/images/${name})`;
  const { id } = await world.createPost({ slug: 'chart', content });
  expect(await renderedImages('chart')).toEqual([
    known,
    { src: `https://elsewhere.example/images/${name}`, alt: 'Theirs' },
  ]);
  const { items } = await world.call(posts.feed, {});
  expect(imagesOf(items[0]!.document)[0]).toEqual(known);
  const { path } = await world.call(postPreviews.create, { id });
  const preview = await world.call(postPreviews.read, { token: path.replace('/blog/preview/', '') });
  expect(imagesOf(preview.document)[0]).toEqual(known);
});

it('re-renders posts and invalidates caches when the facts of an image arrive or change', async () => {
  const { id } = await world.createPost({ slug: 'chart', content: imageMarkdown(name, 'A chart') });
  await world.createPost({ published: false, content: imageMarkdown(name) });
  const { src, alt } = known;
  expect(await renderedImages('chart')).toEqual([{ src, alt }]);
  world.invalidatedTags.length = 0;
  await publishChange('created');
  await waitFor('caches are invalidated', async () => world.invalidatedTags.length > 0);
  expect(world.invalidatedTags).toEqual(['posts']);
  expect(await renderedImages('chart')).toEqual([known]);
  await publishChange('changed', factsOf({ width: 300, height: 200 }));
  const small = { ...known, width: 300, height: 200 } as Record<string, unknown>;
  delete small.srcset;
  await waitFor('the new size is rendered', async () => (await renderedImages('chart'))[0]!.width === 300);
  expect(await renderedImages('chart')).toEqual([small]);
  expect(await world.call(posts.get, { id })).toMatchObject({ version: 1 });
});

it('renders a deleted image without facts, even if older events arrive late', async () => {
  await world.createPost({ slug: 'chart', content: imageMarkdown(name, 'A chart') });
  await publishChange('created');
  await waitFor('the facts are stored', async () => (await renderedImages('chart'))[0]!.width === 1_000);
  await publishChange('deleted');
  await waitFor(
    'the image is rendered without facts',
    async () => (await renderedImages('chart'))[0]!.width === undefined,
  );
  await publishChange('changed');
  await publishChange('created', factsOf({ name: other }));
  await waitFor(
    'the other is known',
    async () => (await world.collection('image_facts').countDocuments({ _id: other })) === 1,
  );
  expect(await renderedImages('chart')).toEqual([{ src: known.src, alt: 'A chart' }]);
});

it('lists the active posts that use an image', async () => {
  const both = `${imageMarkdown(name)}\n\n${imageMarkdown(other)}`;
  const published = await world.createPost({ title: 'Published', content: both });
  const draft = await world.createPost({ title: 'Draft', published: false, content: imageMarkdown(name) });
  const deleted = await world.createPost({ content: imageMarkdown(name) });
  await world.createPost({ content: `Not one: ${name}` });
  await world.call(posts.delete, { id: deleted.id });
  expect(await uses()).toEqual([
    { id: draft.id, title: 'Draft', slug: draft.slug, published: false },
    { id: published.id, title: 'Published', slug: published.slug, published: true },
  ]);
  expect(await uses(other)).toMatchObject([{ id: published.id }]);
  await world.call(posts.patch, { id: published.id, version: 1, content: imageMarkdown(other) });
  expect(await uses()).toMatchObject([{ id: draft.id }]);
  await expect(uses('../../etc/passwd')).rejects.toMatchObject({ code: 'validation_failed' });
});

it('backfills the image index of posts stored by an older version', async () => {
  const { id } = await world.createPost({ content: imageMarkdown(name) });
  await world
    .collection('blog_posts')
    .updateMany({}, { $unset: { computed: '', scheduled_at: '', text_saved_at: '' } });
  await world.collection('derived_fields').deleteMany({});
  expect(await uses()).toEqual([]);
  await world.kill();
  await world.start();
  expect(await uses()).toMatchObject([{ id }]);
  expect(await world.call(posts.get, { id })).toMatchObject({ scheduled_at: null });
  await world.call(posts.patch, { id, version: 1, content: 'Without it.' });
  expect(await uses()).toEqual([]);
});
