import '@testing-library/jest-dom';
import { Toaster } from '@docfolio/ui/runtime';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { onDemand } from './on-demand.js';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const Loaded = ({ open }: Props) => (open ? <div role="dialog">loaded</div> : null);
const words = 'The dialog could not be loaded.';

function Page({ Dialog }: { Dialog: ComponentType<Props> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen((was) => !was)}>
        Toggle
      </button>
      <Dialog open={open} onOpenChange={setOpen} />
      <Toaster />
    </>
  );
}

const setup = (load: () => Promise<typeof Loaded>) => {
  const close = ({ onOpenChange }: Props) => onOpenChange(false);
  return render(<Page Dialog={onDemand<Props>({ load, isOpen: ({ open }) => open, close, words })} />);
};

const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Toggle' }));

it('loads the module when the dialog is first opened, and once', async () => {
  const load = jest.fn(async () => Loaded);
  setup(load);
  expect(load).not.toHaveBeenCalled();
  toggle();
  expect(await screen.findByRole('dialog')).toHaveTextContent('loaded');
  toggle();
  expect(screen.queryByRole('dialog')).toBeNull();
  toggle();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('says that the module did not load, closes the dialog, and tries again when it is opened again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const load = jest.fn(async () => Loaded).mockRejectedValueOnce(new Error('Loading chunk 7 failed'));
  setup(load);
  toggle();
  expect(await screen.findByText(words)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Toggle' })).toHaveAttribute('aria-expanded', 'false'));
  toggle();
  expect(await screen.findByRole('dialog')).toBeVisible();
});
