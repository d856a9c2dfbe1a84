import '../test-environment.js';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyButton } from '../buttons/copy-button.js';
import { FieldList, FieldRow } from '../display/field-list.js';
import { Breadcrumb } from '../navigation/breadcrumb.js';
import { CodeCard } from '../text/code-card.js';
import { ErrorBoundary } from './error-boundary.js';
import { PartMissing } from './part-missing.js';

describe('a copy button', () => {
  afterEach(() => jest.useRealTimers());

  test('copies, and confirms it for 2000 ms, also to screen readers', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    jest.useFakeTimers();
    render(<CodeCard name="profile.ts" lines={[[['keyword', 'export '], 'name'], ['}']]} />);
    await user.click(screen.getByRole('button', { name: 'Copy profile.ts' }));
    await act(async () => expect(await navigator.clipboard.readText()).toBe('export name\n}'));
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
    act(() => void jest.advanceTimersByTime(1999));
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('falls back to execCommand without the clipboard API, and announces a failure', async () => {
    const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    const user = userEvent.setup({ writeToClipboard: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    const command = jest.fn(() => true);
    document.execCommand = command;
    const onResult = jest.fn();
    render(<CopyButton text="secret" onResult={onResult} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(command).toHaveBeenCalledWith('copy');
    expect(onResult).toHaveBeenLastCalledWith(true);
    command.mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(onResult).toHaveBeenLastCalledWith(false);
    expect(screen.getByRole('status')).toHaveTextContent('Could not copy');
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
  });
});

let broken = true;
function Part() {
  if (broken) throw new Error('no response within 8 s');
  return <p>Bookmarks</p>;
}

describe('an error boundary', () => {
  const page = (resetKey: string, onError = jest.fn()) => (
    <>
      <p>the rest</p>
      <ErrorBoundary
        resetKey={resetKey}
        onError={onError}
        fallback={(error, retry) => (
          <PartMissing
            part="Bookmarks"
            onRetry={retry}
            wayOut={<a href="/admin">Go to Dashboard</a>}
            details={{ part: 'bookmarks', reason: (error as Error).message }}
          />
        )}
      >
        <Part />
      </ErrorBoundary>
    </>
  );
  beforeEach(() => {
    broken = true;
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  test('contains the failure of a part, names it, and renders it again on Retry', async () => {
    const onError = jest.fn();
    render(page('/bookmarks', onError));
    expect(screen.getByText('the rest')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Bookmarks could not be loaded');
    expect(screen.getByText('no response within 8 s')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeInTheDocument();
    expect(onError).toHaveBeenCalledTimes(1);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByText('Bookmarks')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('renders the part again when resetKey changes', () => {
    const { rerender } = render(page('/bookmarks'));
    expect(screen.getByRole('alert')).toBeInTheDocument();
    broken = false;
    rerender(page('/leads'));
    expect(screen.getByText('Bookmarks')).toBeInTheDocument();
  });
});

test('a breadcrumb links all pages except the current one', () => {
  render(<Breadcrumb items={[{ label: 'Main', href: '/' }, { label: 'Services' }]} />);
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('Main/Services');
  expect(screen.getByRole('link', { name: 'Main' })).toHaveAttribute('href', '/');
  expect(screen.getByText('Services')).toHaveAttribute('aria-current', 'page');
});

test('a field row without a value shows its fallback, not monospaced, or a dash', () => {
  render(
    <FieldList>
      <FieldRow name="Timeline" mono fallback="Not specified">
        {null}
      </FieldRow>
      <FieldRow name="Phone" mono />
    </FieldList>,
  );
  const [timeline, phone] = screen.getAllByRole('definition');
  expect(timeline).toHaveTextContent(/^Not specified$/);
  expect(timeline).not.toHaveClass('mono');
  expect(phone).toHaveTextContent('–');
});
