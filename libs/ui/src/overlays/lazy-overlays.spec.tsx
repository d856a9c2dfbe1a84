/** @alone expects overlays whose code has not been loaded */
import '@testing-library/jest-dom';
import { Toaster } from '@docfolio/ui/runtime';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconButton } from '../buttons/icon-button.js';
import { LazySelect } from '../forms/lazy-select.js';
import { primitives } from './lazy-primitives.js';
import { Menu, MenuContent, MenuItem, MenuTrigger } from './menu.js';

// jsdom has no layout, so it lacks what Radix calls.
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const onSelect = jest.fn();
const onValueChange = jest.fn();
beforeEach(() => jest.clearAllMocks());
afterEach(() => jest.restoreAllMocks());

function Page() {
  return (
    <>
      <Menu>
        <MenuTrigger>
          <button type="button">Actions</button>
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={onSelect}>Edit</MenuItem>
          <MenuItem>Delete</MenuItem>
        </MenuContent>
      </Menu>
      <IconButton label="Copy link" shortcut="C">
        c
      </IconButton>
      <LazySelect
        aria-label="Status"
        emptyLabel="All statuses"
        options={[
          { value: 'new', label: 'New' },
          { value: 'lost', label: 'Lost' },
        ]}
        value=""
        onValueChange={onValueChange}
      />
      <Toaster />
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

// First, because the other tests load the module for good.
describe('before their code has been loaded', () => {
  it('a menu reports that its code did not load, is closed, and loads it when it is opened again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const load = jest.spyOn(primitives, 'load').mockRejectedValue(new Error('Loading chunk 7 failed'));
    render(<Page />);
    expect(load).not.toHaveBeenCalled();
    await userEvent.click(button('Actions'));
    expect(await screen.findByText('The menu could not be loaded.')).toBeVisible();
    expect(button('Actions')).toHaveAttribute('aria-expanded', 'false');
    load.mockRestore();
    await userEvent.click(button('Actions'));
    expect(await screen.findByRole('menu', { name: 'Actions' })).toBeVisible();
  });
});

it('a key opens the menu at its first item; Escape closes it and focuses the same button', async () => {
  render(<Page />);
  const trigger = button('Actions');
  await userEvent.tab();
  expect(trigger).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus());
  expect(trigger).toHaveAttribute('aria-controls', screen.getByRole('menu').id);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(trigger).toHaveFocus());
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
  expect(trigger).not.toHaveAttribute('aria-controls');
});

it('chooses the item of a menu', async () => {
  render(<Page />);
  await userEvent.click(button('Actions'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('shows a tooltip on focus, which describes the control, and closes it with Escape and on blur', async () => {
  render(<Page />);
  act(() => button('Copy link').focus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Copy link');
  expect(button('Copy link')).toHaveAttribute('aria-describedby', screen.getByRole('tooltip').id);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(button('Copy link')).not.toHaveAttribute('aria-describedby');
  act(() => button('Copy link').blur());
  act(() => button('Copy link').focus());
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  act(() => button('Copy link').blur());
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('opens the list of a select by key, chooses an option, and focuses the same button', async () => {
  render(<Page />);
  const select = screen.getByRole('combobox', { name: 'Status' });
  expect(select).toHaveTextContent('All statuses');
  act(() => select.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: 'All statuses' })).toHaveAttribute('aria-selected');
  expect(select).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(screen.getByRole('option', { name: 'Lost' }));
  expect(onValueChange).toHaveBeenCalledWith('lost');
  await waitFor(() => expect(select).toHaveFocus());
});
