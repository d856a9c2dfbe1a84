import '../test-environment.js';
import { RemoteScope, Toaster, toast } from '@docfolio/ui/runtime';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../buttons/button.js';
import { Input } from '../forms/input.js';
import { Dialog, DialogBody, DialogClose, DialogFooter } from './dialog.js';
import { Drawer } from './drawer.js';
import { Menu, MenuContent, MenuItem, MenuTrigger } from './menu.js';

function Subject({ dirty = false }: { dirty?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <RemoteScope name="crm">
      <Button onClick={() => setOpen(true)}>Add Lead</Button>
      <Menu>
        <MenuTrigger>
          <Button>More</Button>
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={() => setOpen(true)}>Edit</MenuItem>
        </MenuContent>
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title="Add New Lead" dirty={dirty}>
        <DialogBody>
          <Input aria-label="Name" autoFocus />
        </DialogBody>
        <DialogFooter>
          <DialogClose>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button variant="primary">Create Lead</Button>
        </DialogFooter>
      </Dialog>
    </RemoteScope>
  );
}

const open = async (props: { dirty?: boolean } = {}) => {
  const user = userEvent.setup();
  render(<Subject {...props} />);
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  return { user, dialog: screen.getByRole('dialog', { name: 'Add New Lead' }) };
};

describe('a dialog', () => {
  test('is rendered in its remote’s scope, traps the focus and restores it', async () => {
    const { user, dialog } = await open();
    expect(dialog.closest('[data-mf="crm"]')).not.toBeNull();
    for (let press = 0; press < 6; press += 1) {
      await user.tab();
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Lead' })).toHaveFocus());
  });

  test('keeps the focus in its first field when it was opened from a menu', async () => {
    const user = userEvent.setup();
    render(<Subject />);
    for (const time of ['first', 'second']) {
      await user.click(screen.getByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
      await screen.findByRole('dialog', { name: 'Add New Lead' });
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      // Radix returns the focus of a closed menu in a later turn.
      await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
      expect([time, document.activeElement]).toEqual([time, screen.getByLabelText('Name')]);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
    }
  });

  test('restores the focus to the menu’s button when it was opened from a menu', async () => {
    const user = userEvent.setup();
    render(<Subject />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Add New Lead' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
  });

  test.each([
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
    ['the close button', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByLabelText('Close'))],
    ['Cancel', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('Cancel'))],
  ])('asks before discarding unsaved input on %s', async (_way, close) => {
    const { user } = await open({ dirty: true });
    await close(user);
    expect(screen.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Add New Lead' })).toBeInTheDocument();
    await close(user);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('closes without asking when there is no unsaved input', async () => {
    const { user } = await open();
    await user.click(screen.getByText('Cancel'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('stays open when a toast is closed', async () => {
    render(<Toaster />);
    const { user } = await open();
    act(() => void toast({ title: 'Error', variant: 'destructive' }));
    await user.setup({ pointerEventsCheck: 0 }).click(screen.getByLabelText('Close notification'));
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Add New Lead' })).toBeInTheDocument();
  });
});

function Record() {
  const [at, setAt] = useState<number | null>(null);
  return (
    <>
      <Button onClick={() => setAt(2)}>Priya Raman</Button>
      <Button onClick={() => setAt(3)}>Jonas Weber</Button>
      <Drawer
        open={at !== null}
        onOpenChange={() => setAt(null)}
        title={`Lead ${at}`}
        position={`${at} / 3`}
        onPrevious={at !== null && at > 1 ? () => setAt(at - 1) : undefined}
        onNext={at !== null && at < 3 ? () => setAt(at + 1) : undefined}
      >
        <Input aria-label="Note" />
      </Drawer>
    </>
  );
}

describe('a drawer', () => {
  test('keeps the list beside it usable and closes on Escape', async () => {
    const user = userEvent.setup();
    render(<Record />);
    await user.click(screen.getByRole('button', { name: 'Priya Raman' }));
    await user.click(screen.getByRole('button', { name: 'Jonas Weber' }));
    expect(screen.getByRole('dialog', { name: 'Lead 3' })).toBeInTheDocument();
    await user.click(screen.getByLabelText('Note'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('moves to the next and previous record with J, K and arrows, except while typing', async () => {
    const user = userEvent.setup();
    render(<Record />);
    await user.click(screen.getByRole('button', { name: 'Priya Raman' }));
    await user.keyboard('j');
    expect(screen.getByRole('dialog', { name: 'Lead 3' })).toBeInTheDocument();
    await user.keyboard('j');
    expect(screen.getByRole('dialog', { name: 'Lead 3' })).toBeInTheDocument();
    await user.keyboard('{ArrowUp}k');
    expect(screen.getByRole('dialog', { name: 'Lead 1' })).toBeInTheDocument();
    await user.click(screen.getByLabelText('Note'));
    await user.keyboard('j');
    expect(screen.getByLabelText('Note')).toHaveValue('j');
    expect(screen.getByRole('dialog', { name: 'Lead 1' })).toBeInTheDocument();
  });
});
