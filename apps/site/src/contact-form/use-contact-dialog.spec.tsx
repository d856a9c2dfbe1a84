import { dismissToast } from '@docfolio/ui/runtime';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { renderPage } from '../../test/render-page.js';
import { type LoadDialog, type SubjectDialogProps, useContactDialog } from './use-contact-dialog.js';

interface Boat {
  id: string;
}
const boats: Boat[] = [{ id: 'Skiff' }, { id: 'Ketch' }];

function BoatDialog({ subject }: SubjectDialogProps<Boat>) {
  return <p>About the {subject.id}</p>;
}

function Harbour({ load }: { load: LoadDialog<Boat> }) {
  const { opener, dialog } = useContactDialog(load);
  return (
    <>
      {boats.map((boat) => {
        const { busy, ...props } = opener(boat);
        return (
          <button key={boat.id} type="button" {...props} aria-busy={busy}>
            {boat.id}
          </button>
        );
      })}
      {dialog}
    </>
  );
}

afterEach(() => act(() => dismissToast()));

it('opens the contact dialog once its file is loaded, for the subject clicked last', async () => {
  let arrive = () => {};
  const file = new Promise<{ default: typeof BoatDialog }>((resolve) => {
    arrive = () => resolve({ default: BoatDialog });
  });
  const user = userEvent.setup();
  renderPage(<Harbour load={() => file} />);
  await user.click(screen.getByRole('button', { name: 'Skiff' }));
  expect(screen.getByRole('button', { name: 'Skiff' })).toHaveAttribute('aria-busy', 'true');
  await user.click(screen.getByRole('button', { name: 'Ketch' }));
  arrive();
  expect(await screen.findByText('About the Ketch')).toBeVisible();
  expect(screen.queryByText('About the Skiff')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ketch' })).toHaveAttribute('aria-busy', 'false');
});

it("shows an error if the dialog's file cannot be loaded, and loads it again on the next click", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const load = jest.fn<Promise<{ default: typeof BoatDialog }>, []>();
  load.mockRejectedValue(new Error('Loading chunk 1 failed'));
  const user = userEvent.setup();
  renderPage(<Harbour load={load} />);
  await user.hover(screen.getByRole('button', { name: 'Skiff' }));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Error')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Skiff' }));
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Skiff' })).toHaveAttribute('aria-busy', 'false'));
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
  load.mockResolvedValue({ default: BoatDialog });
  await user.click(screen.getByRole('button', { name: 'Skiff' }));
  expect(await screen.findByText('About the Skiff')).toBeVisible();
});
