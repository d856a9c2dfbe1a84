import { adminPart, type SearchedKind } from '@docfolio/admin/admin-part';
import { createQueryClient } from '@docfolio/api-client/query-client';
import { leads } from '@docfolio/contracts/entities/lead';
import { BrowserRouter } from '@docfolio/federation/router';
import { registerTable } from '@docfolio/federation/runtime';
import { defineShareScope, runEntries } from '@docfolio/federation/testing/share-scope';
import type { Page } from '@docfolio/site-copy/pages';
import { render } from '@testing-library/react';
import { App, Platform } from '../src/app.js';
import { AdminLayout } from '../src/layout/admin-layout.js';

/** Each fake remote renders its name and the path as a level 1 heading. */
const names = ['site', 'blog', 'crm', 'ops', 'reading'];

const manifestOf = (name: string) =>
  JSON.stringify({ metaData: { globalName: `docfolio_${name}`, remoteEntry: { name: 'remoteEntry.js', path: '' } } });

function RemotePage({ name }: { name: string }) {
  return <h1>{`${name} ${window.location.pathname}`}</h1>;
}

/** Names of remotes that do not load. */
export const brokenRemotes = new Set<string>();

/** What the manifest of a remote waits for, and how often each was requested. */
export const heldRemotes = new Map<string, Promise<void>>();
export const requestedRemotes: string[] = [];

/** Replaces `fetch` to serve the fake remotes; other requests go to the original `fetch`. */
export function installRemotes(): void {
  const network = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const [, name] = /\/remotes\/(\w+)\/mf-manifest\.json$/.exec(String(input)) ?? [];
    if (name) requestedRemotes.push(name);
    await heldRemotes.get(name ?? '');
    if (name && brokenRemotes.has(name)) return new Response(null, { status: 404 });
    return name ? new Response(manifestOf(name)) : network(input, init);
  };
  defineShareScope();
  const searchedKinds = [
    {
      topic: 'leads',
      path: '/admin/leads',
      many: 'leads',
      list: leads.list,
      nameOf: () => '',
      paletteEntryOf: () => ({}),
    },
  ] as unknown as readonly SearchedKind[];
  const admin = adminPart({ searchedKinds, loadLiveViews: async () => ({ kinds: [], others: {} }) });
  runEntries(async (name) => ({ default: () => <RemotePage name={name} />, admin }));
}

/** @param pages pages that the remotes' builds list */
export function renderApp(path: string, pages?: readonly Page[]) {
  window.history.replaceState(null, '', path);
  registerTable(Object.fromEntries(names.map((name) => [name, `/remotes/${name}/`])));
  return render(
    <Platform client={createQueryClient()} origin="http://localhost" pages={pages}>
      <BrowserRouter>
        <App AdminLayout={AdminLayout} />
      </BrowserRouter>
    </Platform>,
  );
}
