import { bookmark } from '@docfolio/contracts/entities/bookmark';
import { derivedId } from '@docfolio/service-kit/identity';
import { type DemoSeed, readDemo } from '@docfolio/service-kit/mongo/demo-seed';
import { daysBefore, seedRecords } from '@docfolio/service-kit/mongo/seed-records';
import { z } from 'zod';
import { bookmarkSchema } from './bookmarks.repository.js';

const demoBookmarks = z.array(
  z.strictObject({
    days_ago: z.number().min(0),
    ...bookmark.pick({ title: true, description: true, category: true, tags: true }).shape,
    url: z.url({ protocol: /^https$/ }),
    featured: z.boolean(),
  }),
);

export const seed: DemoSeed = async (connection, now) => {
  const bookmarks = readDemo(new URL('../../demo/bookmarks.json', import.meta.url), demoBookmarks);
  await seedRecords(
    connection,
    'bookmarks',
    bookmarkSchema,
    bookmarks.map(({ days_ago, featured, ...fields }) => ({
      id: derivedId('demo bookmark', fields.url),
      created_at: daysBefore(now, days_ago),
      fields: { ...fields, is_featured: featured },
    })),
  );
};
