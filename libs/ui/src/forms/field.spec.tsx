import '../test-environment.js';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { Button } from '../buttons/button.js';
import { Field } from './field.js';
import { Input } from './input.js';
import { SearchInput } from './search-input.js';
import { Select } from './select.js';
import { Textarea } from './textarea.js';

describe('a field', () => {
  test('labels its control and describes it by its hint', () => {
    render(
      <Field label="Phone" hint="With the country code" optional>
        <Input />
      </Field>,
    );
    const input = screen.getByLabelText('Phone');
    expect(input).toHaveAccessibleDescription('With the country code');
    expect(input).not.toHaveAttribute('aria-invalid');
    expect(screen.getByText('Optional')).toBeInTheDocument();
  });

  test('replaces the hint by an error, marks the control invalid and announces the error', () => {
    render(
      <Field label="Email" hint="We write once" error="Invalid email address">
        <Input type="email" />
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Invalid email address');
    expect(screen.queryByText('We write once')).not.toBeInTheDocument();
    expect(screen.getByText('Invalid email address').closest('[aria-live="polite"]')).not.toBeNull();
  });

  test('marks a required control visually and for screen readers without changing its name', () => {
    render(
      <Field label="Name" required>
        <Textarea />
      </Field>,
    );
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeRequired();
  });

  test('passes ref and native props to the element, so that react-hook-form’s register works', async () => {
    const onChange = jest.fn();
    let element: HTMLInputElement | null = null;
    render(
      <Field label="Budget">
        <Input
          leading="$"
          name="budget"
          onChange={onChange}
          ref={(node) => {
            element = node;
          }}
        />
      </Field>,
    );
    await userEvent.type(screen.getByLabelText('Budget'), '24');
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(element).toBe(screen.getByLabelText('Budget'));
    expect(element).toHaveValue('24');
  });
});

const options = [
  { value: 'asap', label: 'asap' },
  { value: 'exploring', label: 'exploring' },
];

function Timeline({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <Field label="Timeline" error="Choose one">
      <Select
        options={options}
        value={value}
        onValueChange={(next) => {
          setValue(next);
          onValue(next);
        }}
        placeholder="Select a timeline"
        emptyLabel="No timeline"
      />
    </Field>
  );
}

describe('a select', () => {
  test('is linked to its field, can be chosen by keyboard and cleared', async () => {
    const user = userEvent.setup();
    const onValue = jest.fn();
    render(<Timeline onValue={onValue} />);
    const select = screen.getByRole('combobox', { name: 'Timeline' });
    expect(select).toHaveTextContent('Select a timeline');
    expect(select).toHaveAccessibleDescription('Choose one');
    expect(select).toHaveAttribute('aria-invalid', 'true');
    await user.tab();
    expect(select).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('option', { name: 'exploring' }));
    expect(onValue).toHaveBeenLastCalledWith('exploring');
    expect(select).toHaveTextContent('exploring');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('option', { name: 'No timeline' }));
    expect(onValue).toHaveBeenLastCalledWith('');
    expect(select).toHaveTextContent('Select a timeline');
  });

  test('opens on a press, and chooses by a typed letter without opening as soon as it has the focus', async () => {
    const user = userEvent.setup();
    const onValue = jest.fn();
    render(<Timeline onValue={onValue} />);
    await user.tab();
    await user.keyboard('e');
    expect(onValue).toHaveBeenLastCalledWith('exploring');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    await user.click(document.body);
    await user.click(screen.getByRole('combobox', { name: 'Timeline' }));
    expect(screen.getByRole('option', { name: 'exploring' })).toBeVisible();
  });

  test('shows its empty option while nothing is chosen, as a filter', () => {
    render(<Select aria-label="Status" options={options} value="" emptyLabel="All statuses" />);
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveTextContent('All statuses');
  });
});

function Search() {
  const [value, setValue] = useState('');
  return (
    <>
      <Input aria-label="Other" />
      <SearchInput label="Search leads" value={value} onValueChange={setValue} />
    </>
  );
}

test('a search uses the text that was typed before hydration', () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Search />);
  document.body.append(container);
  within(container).getByRole<HTMLInputElement>('searchbox').value = 'early';
  render(<Search />, { container, hydrate: true });
  expect(screen.getByRole('searchbox')).toHaveValue('early');
  expect(screen.getByRole('button', { name: 'Clear search' })).toBeVisible();
});

test('the slash key focuses the search except from another field; Escape clears it, then removes the focus', async () => {
  const user = userEvent.setup();
  render(<Search />);
  const search = screen.getByRole('searchbox', { name: 'Search leads' });
  await user.keyboard('/');
  expect(search).toHaveFocus();
  await user.keyboard('maya/');
  expect(search).toHaveValue('maya/');
  await user.keyboard('{Escape}');
  expect(search).toHaveValue('');
  await user.keyboard('{Escape}');
  expect(search).not.toHaveFocus();
  await user.click(screen.getByLabelText('Other'));
  await user.keyboard('/');
  expect(screen.getByLabelText('Other')).toHaveValue('/');
});

describe('a button', () => {
  test('keeps label and focus while busy, and ignores clicks', async () => {
    const user = userEvent.setup();
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={busy}>
          Send inquiry
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    const button = screen.getByRole('button', { name: 'Send inquiry' });
    await user.click(button);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    rerender(form(true));
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(button).toHaveTextContent('Send inquiry');
  });

  test('styles a link with asChild', () => {
    render(
      <Button asChild variant="primary">
        <a href="/contact">Get in Touch</a>
      </Button>,
    );
    expect(screen.getByRole('link', { name: 'Get in Touch' })).toHaveClass('bg-fill');
  });
});
