import { auth } from '@docfolio/contracts/entities/session';
import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { liveConnection, useLiveChanges, useLiveStatus } from './live.js';
import { signIn, signOut } from './session.js';
import { FixtureServer } from './testing/fixture-server.js';
import { LiveFixture } from './testing/live-fixture.js';
import { sampleSession, sampleUser } from './testing/samples.js';

let server: FixtureServer;
let live: LiveFixture;

beforeAll(async () => {
  server = await FixtureServer.start();
  live = new LiveFixture(server);
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
  server.on(auth.signIn, { json: sampleSession(1) });
  server.on(auth.signOut, { json: {} });
  await signIn('owner@example.com', 'secret');
});
afterAll(async () => {
  await act(() => signOut());
  await server.stop();
});

function Panel({ name }: { name: string }) {
  const status = useLiveStatus();
  const [seen, setSeen] = useState<string[]>([]);
  useLiveChanges((news) => setSeen([...seen, news === 'reset' ? news : news.map(({ id }) => id).join()]));
  return <p>{`${name} ${status} ${seen.join(' ')}`}</p>;
}

it('notifies all components over one stream, with the handlers of their latest render', async () => {
  const page = render(
    <StrictMode>
      <Panel name="one" />
      <Panel name="two" />
    </StrictMode>,
  );
  await screen.findByText('one live');
  await waitFor(() => expect(live.open).toBe(1));
  live.tell({ topic: 'leads', id: 'a', act: 'created' }, { topic: 'leads', id: 'b', act: 'changed' });
  await screen.findByText('one live a,b');
  live.reset();
  await screen.findByText('one live a,b reset');
  await screen.findByText('two live a,b reset');
  expect(live.requests).toHaveLength(1);
  page.unmount();
  await waitFor(() => expect(live.open).toBe(0));
  expect(liveConnection.getStatus()).toBe('reconnecting');
});
