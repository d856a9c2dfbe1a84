import { discardFormDraft } from '@docfolio/admin/records/form-drafts';
import { draftKeyOf } from '@docfolio/admin/records/use-record-editor';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderCrm, signInAs } from '../../test/render-crm.js';
import { TestimonialsGateway, testimonialNumber } from '../../test/testimonials-gateway.js';
import { testimonialForm } from './testimonial-form.js';

const first = testimonialNumber(1).id;
let gateway: TestimonialsGateway;
beforeAll(async () => {
  gateway = new TestimonialsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([testimonialNumber(1, { rating: 4 }), testimonialNumber(2)]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  // The draft of a form left open would appear in the next test.
  for (const id of [undefined, first]) discardFormDraft(draftKeyOf(testimonialForm, id));
  await endSession();
});
afterAll(() => gateway.server.stop());

const dialog = (name: string) => screen.findByRole('dialog', { name });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

test('Add New Testimonial requires name and content, defaults to five stars, and creates a testimonial', async () => {
  const { user } = renderCrm('/admin/testimonials');
  await user.click(await screen.findByRole('button', { name: 'Add Testimonial' }));
  const form = await dialog('Add New Testimonial');
  expect(field(/^Name/)).toHaveFocus();
  const rating = within(form).getByRole('combobox', { name: 'Rating' });
  expect(rating).toHaveTextContent('5 stars');
  await user.click(screen.getByRole('button', { name: 'Create Testimonial' }));
  expect(await within(form).findByText('Name is required')).toBeVisible();
  expect(within(form).getByText('Testimonial Content is required')).toBeVisible();
  expect(gateway.server.requestsOf(testimonials.create)).toHaveLength(0);

  await user.click(rating);
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['5 stars', '4 stars', '3 stars', '2 stars', '1 star']);
  await user.click(options[1]!);
  await user.type(field(/^Name/), 'Maya');
  await user.type(field('Role'), 'CTO');
  await user.type(field(/^Testimonial Content/), 'Splendid.');
  await user.click(within(form).getByRole('switch', { name: 'Featured' }));
  await user.click(screen.getByRole('button', { name: 'Create Testimonial' }));
  expect(await screen.findByText('Testimonial created successfully')).toBeVisible();
  const sent = gateway.server.requestsOf(testimonials.create);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    name: 'Maya',
    role: 'CTO',
    company: null,
    rating: 4,
    content: 'Splendid.',
    is_featured: true,
  });
  expect((await screen.findByText('Maya')).closest('tr')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Testimonials (3)'));
  expect(address()).toBe('/admin/testimonials');
});

test('Add New Testimonial shows the specified toast and keeps the form if saving fails', async () => {
  silenceLog();
  gateway.server.on(testimonials.create, 'drop');
  const { user } = renderCrm('/admin/testimonials?form=add');
  await dialog('Add New Testimonial');
  await user.type(field(/^Name/), 'Maya');
  await user.type(field(/^Testimonial Content/), 'Splendid.');
  await user.click(screen.getByRole('button', { name: 'Create Testimonial' }));
  expect(await screen.findByText('Failed to create testimonial')).toBeVisible();
  expect(screen.getByText('Error')).toBeVisible();
  expect(field(/^Name/)).toHaveValue('Maya');
});

test('Edit Testimonial sends the changed fields with the loaded version', async () => {
  const { user } = renderCrm(`/admin/testimonials?form=${first}`);
  await dialog('Edit Testimonial');
  await user.clear(await screen.findByRole('textbox', { name: 'Company' }));
  await user.click(screen.getByRole('combobox', { name: 'Rating' }));
  await user.click(await screen.findByRole('option', { name: '2 stars' }));
  await user.click(screen.getByRole('button', { name: 'Update Testimonial' }));
  expect(await screen.findByText('Testimonial updated successfully')).toBeVisible();
  expect(gateway.server.requestsOf(testimonials.patch)[0]?.body).toEqual({ version: 1, company: null, rating: 2 });
  expect(await screen.findByRole('img', { name: 'Rated 2 out of 5' })).toBeInTheDocument();
});

test('Edit Testimonial shows both versions after another save, and keeps the typed text', async () => {
  const { user } = renderCrm(`/admin/testimonials?form=${first}`);
  await dialog('Edit Testimonial');
  const content = await screen.findByRole('textbox', { name: /^Testimonial Content/ });
  await user.clear(content);
  await user.type(content, 'Mine');
  gateway.table.change(first, { content: 'Theirs', rating: 3, is_featured: true });
  await user.click(screen.getByRole('button', { name: 'Update Testimonial' }));
  expect(await screen.findByText('This testimonial has changed since you opened it')).toBeVisible();
  const choice = screen.getByRole('group', { name: 'Testimonial Content' });
  expect(within(choice).getByRole('radio', { name: 'Saved in the meantime Theirs' })).not.toBeChecked();
  expect(content).toHaveValue('Mine');
  expect(screen.getByRole('combobox', { name: 'Rating' })).toHaveTextContent('3 stars');
  expect(screen.getByRole('switch', { name: 'Featured' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Update Testimonial' }));
  expect(await screen.findByText('Testimonial updated successfully')).toBeVisible();
  expect(gateway.table.rows[0]).toMatchObject({ content: 'Mine', rating: 3, is_featured: true });
});
