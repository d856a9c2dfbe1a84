/** @jest-environment node */
import { RemoteScope, ThemeProvider, Toaster } from '@docfolio/ui/runtime';
import { renderToString } from 'react-dom/server';
import { Button } from './buttons/button.js';
import { ThemeToggle } from './buttons/theme-toggle.js';
import { Field } from './forms/field.js';
import { Input } from './forms/input.js';
import { SearchInput } from './forms/search-input.js';
import { Select } from './forms/select.js';
import { Breadcrumb } from './navigation/breadcrumb.js';
import { TabList, TabPanels } from './navigation/tabs.js';
import { Dialog } from './overlays/dialog.js';
import { Drawer } from './overlays/drawer.js';
import { StatusMenu } from './overlays/status-menu.js';
import { DataTable } from './tables/data-table.js';
import { CodeCard } from './text/code-card.js';

const nothing = () => undefined;

test('all components render without a window, in the dark theme', () => {
  expect(typeof window).toBe('undefined');
  const html = renderToString(
    <ThemeProvider>
      <RemoteScope name="crm">
        <Breadcrumb items={[{ label: 'Main', href: '/' }, { label: 'Contact' }]} />
        <ThemeToggle />
        <Button busy>Send</Button>
        <Field label="Email" error="Invalid email address">
          <Input />
        </Field>
        <Field label="Timeline">
          <Select options={[{ value: 'asap', label: 'asap' }]} value="asap" />
        </Field>
        <SearchInput label="Search" value="" onValueChange={nothing} />
        <CodeCard name="a.ts" lines={[['x']]} />
        <TabList id="t" label="Files" tabs={[{ value: 'a', label: 'A' }]} value="a" onValueChange={nothing} />
        <TabPanels
          id="t"
          value="a"
          panels={[
            { value: 'a', content: 'shown' },
            { value: 'b', content: 'not shown yet' },
          ]}
        />
        <DataTable
          label="Leads"
          columns={[
            { key: 'name', header: 'Name', width: 168, primary: true, text: (row: { name: string }) => row.name },
            {
              key: 'status',
              header: 'Status',
              width: 122,
              cell: () => (
                <StatusMenu
                  statuses={[{ value: 'new', label: 'New', glyph: 'ring', tone: 'info' }]}
                  value="new"
                  onChange={nothing}
                />
              ),
            },
          ]}
          rows={[{ name: 'Maya Lindqvist' }]}
          rowId={(row) => row.name}
          renderPhoneRow={() => ({ meta: '' })}
          empty={{ title: 'No leads yet' }}
        />
        <Dialog open={false} onOpenChange={nothing} title="Add">
          x
        </Dialog>
        <Drawer open={false} onOpenChange={nothing} title="Lead">
          x
        </Drawer>
      </RemoteScope>
      <Toaster />
    </ThemeProvider>,
  );
  expect(html).toContain('Maya Lindqvist');
  expect(html).toContain('Status');
  expect(html).toContain('Switch to light theme');
  expect(html).toContain('not shown yet');
});
