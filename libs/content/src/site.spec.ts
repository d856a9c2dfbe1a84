import { links, owner, promises } from './site.js';
import { siteContent } from './site.schema.js';

it('keeps the owner’s facts in their schema', () => {
  expect(siteContent.safeParse({ owner, links, promises }).error?.issues ?? []).toEqual([]);
});
