import { adminPart } from '@docfolio/admin/admin-part';

/** What operations give to the frame of the signed-in pages. */
export const admin = adminPart({ loadLiveViews: async () => (await import('./live-views.js')).liveViews });
