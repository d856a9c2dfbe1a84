import '@docfolio/ui/test-environment';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TabList, TabPanel, TabPanels } from './tabs.js';

const tabs = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
  { value: 'three', label: 'Three' },
] as const;
type Value = (typeof tabs)[number]['value'];

function Files() {
  const [value, setValue] = useState<Value>('one');
  return (
    <>
      <TabList id="files" label="Files" tabs={tabs} value={value} onValueChange={setValue} look="file" />
      <TabPanels
        id="files"
        value={value}
        panels={tabs.map((tab) => ({ value: tab.value, content: `${tab.label} says` }))}
      />
    </>
  );
}

function Filters() {
  const [value, setValue] = useState<Value>('two');
  return (
    <>
      <TabList id="filters" label="Filters" tabs={tabs} value={value} onValueChange={setValue} onePanel />
      <TabPanel id="filters" value={value}>
        {value} shows
      </TabPanel>
    </>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('shows only the panel of the selected tab', async () => {
  const user = userEvent.setup();
  render(<Files />);
  expect(screen.getByRole('tablist', { name: 'Files' })).toBeVisible();
  expect(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('One says');
  expect(tab('One')).toHaveAttribute('aria-controls', screen.getByRole('tabpanel').id);
  await user.click(tab('Three'));
  expect(tab('Three')).toHaveAttribute('aria-selected', 'true');
  expect(screen.getAllByRole('tabpanel')).toEqual([screen.getByRole('tabpanel', { name: 'Three' })]);
});

it('has a single Tab stop and selects with arrows, Home and End', async () => {
  const user = userEvent.setup();
  render(<Files />);
  await user.tab();
  expect(tab('One')).toHaveFocus();
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await user.keyboard(key);
    expect(tab(name)).toHaveFocus();
    expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
  await user.tab();
  expect(document.body).toHaveFocus();
});

it('switches the content of a single panel with onePanel', async () => {
  const user = userEvent.setup();
  render(<Filters />);
  const panel = screen.getByRole('tabpanel', { name: 'Two' });
  await user.click(tab('Three'));
  expect(panel).toHaveAccessibleName('Three');
  expect(panel).toHaveTextContent('three shows');
  for (const { label } of tabs) expect(tab(label)).toHaveAttribute('aria-controls', panel.id);
});
