/** @jest-environment node */
import { leads } from '@docfolio/contracts/lead';
import { renderToString } from 'react-dom/server';
import { call } from './call.js';
import { createQueryClient, queryOf } from './query.js';
import { onAuthEvent, useSession } from './session.js';

function Status() {
  const { status, isAdmin } = useSession();
  return `${status} ${isAdmin}`;
}

it('is imported and rendered where there is no browser', async () => {
  expect(typeof window).toBe('undefined');
  expect(renderToString(<Status />)).toBe('loading loading');
  expect(createQueryClient().getQueryData(queryOf(leads.list, {}).queryKey)).toBeUndefined();
  onAuthEvent(() => {})();
  await expect(call(leads.list, {})).rejects.toMatchObject({ code: 'not_signed_in' });
});
