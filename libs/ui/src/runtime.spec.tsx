import './test-environment.js';
import {
  dismissToast,
  RemoteScope,
  ThemeProvider,
  Toaster,
  toast,
  usePortalContainer,
  useTheme,
} from '@docfolio/ui/runtime';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';

describe('toasts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    act(() => dismissToast());
  });
  afterEach(() => jest.useRealTimers());

  const raise = (message: Parameters<typeof toast>[0]) => act(() => void toast(message));
  const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

  test('replace each other: only one is visible at a time', () => {
    render(<Toaster />);
    raise({ title: 'Success', description: 'Client created successfully' });
    raise({ title: 'Success', description: 'Client deleted successfully' });
    expect(screen.queryByText('Client created successfully')).not.toBeInTheDocument();
    expect(screen.getByText('Client deleted successfully')).toBeInTheDocument();
  });

  test('are lifted above the row, or the button of the form, that was used last, if they would cover it', () => {
    const { container } = render(
      <>
        <Toaster />
        <div data-row="a">
          <button type="button">Use</button>
        </div>
        <form>
          <input aria-label="Name" />
          <button type="submit">Send</button>
        </form>
      </>,
    );
    const tops = new Map<Element, number>([
      [container.querySelector('[data-row]')!, 760],
      [screen.getByText('Send'), 740],
    ]);
    const rect = (y: number, height: number) => ({ left: 0, right: 390, top: y, bottom: y + height }) as DOMRect;
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const top = tops.get(this);
      return top === undefined ? rect(730, 98) : rect(top, 44);
    });
    const lift = () => {
      raise({ title: 'Raised' });
      return screen.getByText('Raised').closest<HTMLElement>('[data-variant]')!.style.marginBottom;
    };
    fireEvent.pointerDown(screen.getByText('Use'));
    expect(lift()).toBe('76px');
    fireEvent.focusIn(screen.getByLabelText('Name'));
    expect(lift()).toBe('96px');
    tops.set(screen.getByText('Send'), 400);
    expect(lift()).toBe('');
    jest.restoreAllMocks();
  });

  test('close after 5000 ms, a replacement after its own 5000 ms', () => {
    render(<Toaster />);
    raise({ title: 'First' });
    pass(4000);
    raise({ title: 'Second' });
    pass(4999);
    expect(screen.getByText('Second')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  test('pause their timer while hovered and resume it afterwards', () => {
    render(<Toaster />);
    raise({ title: 'Held' });
    pass(3000);
    const card = screen.getByText('Held').closest('[data-variant]')!;
    fireEvent(card, new MouseEvent('pointerenter'));
    pass(60_000);
    expect(screen.getByText('Held')).toBeInTheDocument();
    fireEvent(card, new MouseEvent('pointerleave'));
    pass(1999);
    expect(screen.getByText('Held')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Held')).not.toBeInTheDocument();
  });

  test('pause their timer while focused, and close on Escape', () => {
    render(<Toaster />);
    raise({ title: 'Focused' });
    const close = screen.getByRole('button', { name: 'Close notification' });
    act(() => close.focus());
    pass(60_000);
    expect(screen.getByText('Focused')).toBeInTheDocument();
    fireEvent.keyDown(close, { key: 'Escape' });
    expect(screen.queryByText('Focused')).not.toBeInTheDocument();
  });

  test('are announced in existing live regions, failures in the assertive one', () => {
    render(<Toaster />);
    const polite = screen.getByRole('status');
    const assertive = screen.getByRole('alert');
    expect(polite).toHaveAttribute('aria-live', 'polite');
    expect(assertive).toHaveAttribute('aria-live', 'assertive');
    raise({ title: 'Success', description: 'You have been signed out.' });
    expect(polite).toHaveTextContent('You have been signed out.');
    raise({ title: 'Error', description: 'Error signing out', variant: 'destructive' });
    expect(polite).toBeEmptyDOMElement();
    expect(within(assertive).getByText('Error signing out')).toBeInTheDocument();
  });

  test('run their action once and close', () => {
    const onAction = jest.fn();
    render(<Toaster />);
    raise({ title: 'Lead deleted', action: { label: 'Undo', onAction } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(onAction).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Lead deleted')).not.toBeInTheDocument();
  });

  test('raised before the Toaster is mounted appear when it is mounted', () => {
    act(() => void toast({ title: 'Early' }));
    render(<Toaster />);
    expect(screen.getByText('Early')).toBeInTheDocument();
  });
});

function Probe() {
  const { theme, toggleTheme } = useTheme();
  return (
    <button type="button" onClick={toggleTheme}>
      {theme}
    </button>
  );
}

describe('the theme', () => {
  const fromOtherTab = (value: string | null) =>
    act(() => {
      if (value === null) localStorage.clear();
      else localStorage.setItem('theme', value);
      window.dispatchEvent(new StorageEvent('storage', { key: value === null ? null : 'theme', newValue: value }));
    });

  beforeEach(() => {
    localStorage.clear();
    delete document.documentElement.dataset.theme;
  });

  test.each([
    [null, 'dark'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['blue', 'dark'],
  ])('is, for the stored value %p, %s', (stored, theme) => {
    if (stored) localStorage.setItem('theme', stored);
    render(
      <ThemeProvider>
        <Probe />
      </ThemeProvider>,
    );
    expect(screen.getByRole('button')).toHaveTextContent(theme);
    expect(document.documentElement.dataset.theme).toBe(theme);
  });

  test('is stored and set on <html> when switched', async () => {
    render(
      <ThemeProvider>
        <Probe />
      </ThemeProvider>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(localStorage.getItem('theme')).toBe('light');
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(screen.getByRole('button')).toHaveTextContent('light');
    await userEvent.click(screen.getByRole('button'));
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  test('follows other tabs, also when they clear the storage', () => {
    render(
      <ThemeProvider>
        <Probe />
      </ThemeProvider>,
    );
    fromOtherTab('light');
    expect(screen.getByRole('button')).toHaveTextContent('light');
    expect(document.documentElement.dataset.theme).toBe('light');
    fromOtherTab(null);
    expect(screen.getByRole('button')).toHaveTextContent('dark');
  });

  test('is dark and can be switched when storage is blocked', async () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    const read = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    render(
      <ThemeProvider>
        <Probe />
      </ThemeProvider>,
    );
    expect(screen.getByRole('button')).toHaveTextContent('dark');
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('button')).toHaveTextContent('light');
    read.mockRestore();
    write.mockRestore();
  });
});

function Panel() {
  const container = usePortalContainer();
  return container ? createPortal(<p>panel</p>, container) : null;
}

test('RemoteScope renders portals inside its own scope', () => {
  render(
    <RemoteScope name="blog">
      <Panel />
    </RemoteScope>,
  );
  expect(screen.getByText('panel').closest('[data-mf]')).toHaveAttribute('data-mf', 'blog');
});
