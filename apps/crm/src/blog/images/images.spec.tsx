import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { images, imageTooLarge, imageUses } from '@docfolio/contracts/entities/image';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { ImagesGateway, imageNumber, imageUpload } from '../../../test/images-gateway.js';
import { endSession, signInAs } from '../../../test/render-crm.js';
import { renderPart } from '../../../test/render-part.js';
import { ImageManager } from './image-manager.js';
import { InsertImageDialog } from './insert-image-dialog.js';

let gateway: ImagesGateway;
let inserted: unknown[][];
beforeAll(async () => {
  gateway = new ImagesGateway(await FixtureServer.start());
});
beforeEach(async () => {
  inserted = [];
  gateway.reset([imageNumber(1), imageNumber(2, { size: 1_908_408, width: 200 })]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const onInsert = (...told: unknown[]) => void inserted.push(told);
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const picture = (name = 'a.png', size = 1_000, type = 'image/png') => new File([new Uint8Array(size)], name, { type });
const grid = () => screen.findByRole('list', { name: 'Uploaded Images' });
const tiles = async () => within(await grid()).getAllByRole('listitem');
const uploads = () => screen.getByRole('list', { name: 'Uploads' });
const sent = () => gateway.server.requestsOf(imageUpload);

const showManager = () => renderPart(<ImageManager onInsert={onInsert} />);
const input = () => screen.getByLabelText('Drag and drop or click to select (max 5MB)');
const choose = (user: ReturnType<typeof renderPart>, ...files: File[]) => user.upload(input(), files);

describe('the images beside a text', () => {
  test('are listed newest first with shortened name, size and a thumbnail', async () => {
    showManager();
    const [first, second] = await tiles();
    expect(first).toHaveTextContent('179517…2p0001.png248.31 KB');
    expect(within(first!).getByTitle(imageNumber(1).name)).toBeVisible();
    expect(second).toHaveTextContent('1.82 MB');
    expect(first!.querySelector('img')).toHaveAttribute('src', `${imageNumber(1).url}?w=320`);
    // The image is narrower than the thumbnail width of 320 px.
    expect(second!.querySelector('img')).toHaveAttribute('src', imageNumber(2).url);
  });

  test('are inserted and copied as Markdown with the default alt text', async () => {
    const user = showManager();
    const { name } = imageNumber(1);
    await grid();
    await user.click(screen.getByRole('button', { name: `Insert ${name}` }));
    expect(inserted).toEqual([[`![Blog image](/images/${name})`]]);
    expect(await screen.findByText('Image inserted')).toBeVisible();
    expect(screen.getByText('Markdown has been added to your content')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Copy markdown of ${name}` }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(screen.getByText('Image markdown copied to clipboard')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`![Blog image](/images/${name})`);
  });

  test('open in a preview, and are inserted with the typed alt text or the default', async () => {
    const user = showManager();
    await grid();
    const preview = () => screen.getAllByRole('button', { name: `Preview ${imageNumber(1).name}` })[0]!;
    await user.click(preview());
    const dialog = await screen.findByRole('dialog', { name: 'Image Preview' });
    expect(dialog).toHaveTextContent('1600 × 720248.31 KB');
    await user.type(
      within(dialog).getByRole('textbox', { name: 'Alt Text (for accessibility)' }),
      'Two [[boxes]{Enter}',
    );
    expect(inserted).toEqual([[`![Two \\[boxes\\]](/images/${imageNumber(1).name})`]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(preview());
    await user.click(await screen.findByRole('button', { name: 'Insert with Alt Text' }));
    expect(inserted[1]).toEqual([`![Blog image](/images/${imageNumber(1).name})`]);
  });

  test('have an empty state', async () => {
    gateway.reset();
    showManager();
    expect(await screen.findByText('No images uploaded yet')).toBeVisible();
    expect(screen.getByText('Upload your first image to get started')).toBeVisible();
  });

  test('show a toast and an error state with Retry if they cannot be loaded', async () => {
    silenceLog();
    gateway.server.on(images.list, () => {
      throw new ProblemError('internal');
    });
    const user = showManager();
    expect(await screen.findAllByText('Failed to load images')).toHaveLength(2);
    expect(screen.getByText('Error')).toBeVisible();
    gateway.server.on(images.list, { json: { items: [imageNumber(1)], total: 1, total_exact: true, next: null } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await tiles()).toHaveLength(1);
    gateway.server.on(images.list, { json: { items: [], total: 0, total_exact: true, next: null } });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('No images uploaded yet')).toBeVisible();
  });

  test('are loaded in pages of 50, older ones on demand', async () => {
    gateway.reset(Array.from({ length: 60 }, (_, n) => imageNumber(n + 1)));
    const user = showManager();
    expect(await tiles()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show older images' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(60));
    expect(screen.queryByRole('button', { name: 'Show older images' })).not.toBeInTheDocument();
  });
});

describe('deleting an image', () => {
  const openQuestion = async (user: ReturnType<typeof renderPart>) => {
    await grid();
    await user.click(screen.getByRole('button', { name: `Delete ${imageNumber(1).name}` }));
    return screen.findByRole('dialog', { name: 'Delete Image' });
  };

  test('names the posts that show it before the confirmation', async () => {
    const user = showManager();
    await grid();
    gateway.uses = [
      { id: imageNumber(8).id, title: 'Splitting a ledger', slug: 'ledger', published: true },
      { id: imageNumber(9).id, title: 'Not yet', slug: 'not-yet', published: false },
    ];
    const dialog = await openQuestion(user);
    expect(await within(dialog).findByText(/^These 2 posts show it/)).toBeVisible();
    expect(within(dialog).getByRole('link', { name: /^Splitting a ledger/ })).toHaveAttribute(
      'href',
      `/admin/blog/edit/${imageNumber(8).id}`,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(gateway.server.requestsOf(images.delete)).toHaveLength(0);
    expect(await tiles()).toHaveLength(2);
  });

  test('removes the image, also if it was already deleted', async () => {
    const user = showManager();
    const dialog = await openQuestion(user);
    expect(await within(dialog).findByText('No saved post shows it.')).toBeVisible();
    gateway.rows = gateway.rows.slice(1);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Image deleted successfully')).toBeVisible();
    await waitFor(async () => expect(await tiles()).toHaveLength(1));
  });

  test('shows a toast and keeps the dialog open if it fails', async () => {
    silenceLog();
    gateway.server.on(images.delete, () => {
      throw new ProblemError('internal');
    });
    const user = showManager();
    const dialog = await openQuestion(user);
    await user.click(await within(dialog).findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete image')).toBeVisible();
    expect(dialog).toBeVisible();
  });

  test('allows the deletion when its uses could not be checked, and says so', async () => {
    silenceLog();
    gateway.server.on(imageUses.list, () => {
      throw new ProblemError('internal');
    });
    const user = showManager();
    const dialog = await openQuestion(user);
    expect(await within(dialog).findByText(/could not be checked/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Image deleted successfully')).toBeVisible();
  });
});

describe('uploading', () => {
  test('shows the progress of several concurrent uploads, then the images', async () => {
    const answer = deferred();
    gateway.server.on(imageUpload, async ({ body }) => {
      await answer.promise;
      return { status: 201, json: gateway.store((body as { file: { size: number } }).file) };
    });
    const user = showManager();
    await grid();
    await choose(user, picture('a.png'), picture('b.png'), picture('c.png'), picture('d.png'));
    const bars = within(uploads()).getAllByRole('progressbar');
    expect(bars).toHaveLength(4);
    expect(bars[0]).toHaveAccessibleName('Uploading a.png, 1000 Bytes');
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(uploads()).toHaveTextContent('d.pngWaiting');
    answer.resolve();
    await waitFor(async () => expect(await tiles()).toHaveLength(6));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
    expect(screen.getByText('Image uploaded successfully')).toBeVisible();
  });

  test('lists each refused file until the next upload', async () => {
    const user = showManager();
    await grid();
    const drop = (...files: File[]) =>
      fireEvent.drop(input().closest('label')!, { dataTransfer: { types: ['Files'], files, dropEffect: 'none' } });
    drop(picture('notes.txt', 10, 'text/plain'), picture('big.png', 5 * 1024 * 1024 + 1), picture());
    await waitFor(() => expect(within(uploads()).queryByText('a.png')).not.toBeInTheDocument());
    expect(within(uploads()).getByText('notes.txt')).toBeVisible();
    expect(within(uploads()).getByText('big.png')).toBeVisible();
    await choose(user, picture('b.png'));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
  });

  test('accepts a dropped file', async () => {
    showManager();
    await grid();
    const dataTransfer = { types: ['Files'], files: [picture()], dropEffect: 'none' };
    fireEvent.dragOver(input().closest('label')!, { dataTransfer });
    fireEvent.drop(input().closest('label')!, { dataTransfer });
    expect(await screen.findByText('Image uploaded successfully')).toBeVisible();
    expect(sent()[0]?.body).toEqual({ file: { name: 'a.png', type: 'image/png', size: 1_000 } });
  });

  test.each([
    ['a text file', picture('notes.txt', 10, 'text/plain'), 'Invalid file type', 'Please upload an image file'],
    [
      'a file whose type the browser does not know',
      picture('photo.heic', 10, ''),
      'Invalid file type',
      'Please upload an image file: PNG, JPEG, GIF, WebP or AVIF',
    ],
    ['a file one byte too large', picture('big.png', 5 * 1024 * 1024 + 1), 'File too large', imageTooLarge],
  ])('refuses %s without a request', async (_what, file, title, text) => {
    const user = showManager();
    await grid();
    await choose(user, file);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getAllByText(text)[0]).toBeVisible();
    expect(sent()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: `Dismiss ${file.name}` }));
    expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument();
  });

  test('says that the animation of an image was lost, after the upload and later', async () => {
    gateway.server.on(imageUpload, ({ body }) => ({
      status: 201,
      json: gateway.store((body as { file: { size: number } }).file, { animation_lost: true }),
    }));
    const user = showManager();
    await grid();
    await choose(user, picture());
    const loss = /the first frame is kept. GIF and WebP keep all frames./;
    expect(await screen.findByText(loss)).toHaveTextContent(/^Image uploaded successfully/);
    const [newest] = await waitFor(async () => {
      expect(await tiles()).toHaveLength(3);
      return tiles();
    });
    await user.click(within(newest!).getAllByRole('button', { name: /^Preview/ })[0]!);
    expect(within(screen.getByRole('dialog', { name: 'Image Preview' })).getByText(loss)).toBeVisible();
  });

  test('accepts a file of exactly 5 MB', async () => {
    const user = showManager();
    await grid();
    await choose(user, picture('big.png', 5 * 1024 * 1024));
    expect(await screen.findByText('Image uploaded successfully')).toBeVisible();
  });

  test.each([
    [{ path: 'file', message: 'Please upload an image file' }, 'Invalid file type'],
    [{ path: 'file', message: 'Please upload an image file: PNG, JPEG, GIF, WebP or AVIF' }, 'Invalid file type'],
    [{ path: 'file', message: 'Please upload an image of at most 40 megapixels' }, 'Upload failed'],
  ])('shows a file refused by the server without Retry: %j', async (objection, title) => {
    silenceLog();
    gateway.server.on(imageUpload, () => {
      throw new ProblemError('validation_failed', { errors: [objection] });
    });
    const user = showManager();
    await grid();
    await choose(user, picture('a.svg', 10, 'image/svg+xml'));
    expect(await screen.findByText(title)).toBeVisible();
    expect(uploads()).toHaveTextContent(objection.message);
    expect(screen.queryByRole('button', { name: 'Retry a.svg' })).not.toBeInTheDocument();
  });

  test('retries a failed upload with the same Idempotency-Key', async () => {
    silenceLog();
    gateway.server.on(imageUpload, () => {
      throw new ProblemError('unavailable');
    });
    const user = showManager();
    await grid();
    await choose(user, picture());
    expect(await screen.findByText('Upload failed')).toBeVisible();
    expect(uploads()).toHaveTextContent('Failed to upload image');
    gateway.server.on(imageUpload, () => ({ status: 201, json: gateway.store({ size: 1 }) }));
    await user.click(screen.getByRole('button', { name: 'Retry a.png' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(3));
    const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
    expect(first).toBe(second);
  });

  test('can be cancelled without a toast', async () => {
    const answer = deferred();
    gateway.server.on(imageUpload, async () => {
      await answer.promise;
      return { status: 201, json: imageNumber(7) };
    });
    const user = showManager();
    await grid();
    await choose(user, picture());
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel a.png' }));
    expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument();
    answer.resolve();
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(/^$/);
  });
});

function OpenDialog() {
  const [open, setOpen] = useState(true);
  return <InsertImageDialog open={open} onOpenChange={setOpen} onInsert={onInsert} />;
}

describe('Insert Image', () => {
  const recent = () => screen.findByRole('list', { name: 'Recent Images' });
  const choice = async (n: number) => within(await recent()).getAllByRole('button')[n - 1]!;

  test('inserts an existing image with alt text', async () => {
    const user = renderPart(<OpenDialog />);
    expect(await screen.findByRole('dialog', { name: 'Insert Image' })).toBeVisible();
    expect(await choice(1)).toHaveAccessibleName(`${imageNumber(1).name}, 248.31 KB`);
    expect(screen.getByRole('button', { name: 'Insert' })).toBeDisabled();
    await user.click(await choice(2));
    expect(await choice(2)).toHaveAttribute('aria-pressed', 'true');
    await user.type(screen.getByRole('textbox', { name: 'Alt Text (for accessibility)' }), 'A ledger{Enter}');
    expect(inserted).toEqual([[imageNumber(2).name, 'A ledger']]);
    expect(await screen.findByText('Image inserted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('inserts an existing image without alt text', async () => {
    const user = renderPart(<OpenDialog />);
    await user.click(await choice(1));
    await user.click(screen.getByRole('button', { name: 'Insert' }));
    expect(inserted).toEqual([[imageNumber(1).name, undefined]]);
  });

  test('selects an image uploaded in the dialog', async () => {
    const user = renderPart(<OpenDialog />);
    await recent();
    await choose(user, picture());
    await waitFor(async () => expect(await choice(1)).toHaveAttribute('aria-pressed', 'true'));
    await user.click(screen.getByRole('button', { name: 'Insert with Alt Text' }));
    expect(inserted).toEqual([[gateway.rows[0]!.name, undefined]]);
  });

  test('does not submit the surrounding form', async () => {
    const submitted = jest.fn();
    const user = renderPart(
      <form aria-label="Post" onSubmit={submitted}>
        <OpenDialog />
      </form>,
    );
    await user.click(await choice(1));
    await user.click(screen.getByRole('button', { name: 'Insert with Alt Text' }));
    expect(inserted).toHaveLength(1);
    expect(submitted).not.toHaveBeenCalled();
  });
});
