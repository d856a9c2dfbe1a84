import { adminPart } from '@docfolio/admin/admin-part';
import { allKinds } from './kinds.js';

/** What the CRM gives to the frame of the signed-in pages. */
export const admin = adminPart({
  searchedKinds: allKinds.filter(({ paletteEntryOf }) => paletteEntryOf),
  loadLiveViews: async () => (await import('./live-views.js')).liveViews,
});
