import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { registerTable } from '@docfolio/federation/runtime';
import { defineShareScope, runEntries } from '@docfolio/federation/testing/share-scope';
import type { Page } from '@docfolio/site-copy/pages';
import { render } from '@testing-library/react';
import { App, Platform } from '../src/app.js';

/** Each fake remote renders its name and the path as a level 1 heading. */
const names = ['site', 'blog', 'crm', 'reading'];

const manifestOf = (name: string) =>
  JSON.stringify({ metaData: { globalName: `docfolio_${name}`, remoteEntry: { name: 'remoteEntry.js', path: '' } } });

function RemotePage({ name }: { name: string }) {
  return <h1>{`${name} ${window.location.pathname}`}</h1>;
}

/** Replaces `fetch` to serve the fake remotes; other requests go to the original `fetch`. */
export function installRemotes(): void {
  const network = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const [, name] = /\/remotes\/(\w+)\/mf-manifest\.json$/.exec(String(input)) ?? [];
    return name ? new Response(manifestOf(name)) : network(input, init);
  };
  defineShareScope();
  runEntries(async (name) => ({ default: () => <RemotePage name={name} /> }));
}

/** @param pages pages that the remotes' builds list */
export function renderApp(path: string, pages?: readonly Page[]) {
  window.history.replaceState(null, '', path);
  registerTable(Object.fromEntries(names.map((name) => [name, `/remotes/${name}/`])));
  return render(
    <Platform client={createQueryClient()} origin="http://localhost" pages={pages}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Platform>,
  );
}
