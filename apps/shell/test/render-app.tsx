import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { registerTable } from '@docfolio/federation/runtime';
import type { Page } from '@docfolio/site-copy/pages';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
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
  bundlerRuntime.runtime!.init({
    name: 'shell',
    remotes: [],
    plugins: [
      {
        name: 'containers',
        loadEntry: async ({ remoteInfo: { name } }) => {
          return { init: () => {}, get: async () => () => ({ default: () => <RemotePage name={name} /> }) } as never;
        },
      },
    ],
  });
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
