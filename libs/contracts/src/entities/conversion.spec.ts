import { carriedToProject, newConversion } from './conversion.js';

const id = '123e4567-e89b-42d3-a456-426614174000';
const client = { name: 'Maya', email: 'maya@example.com' };
const project = { title: 'A website', service_type: 'Design' };
const errorsOf = (input: object) =>
  newConversion.safeParse({ id, ...input }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the conversion of a lead', () => {
  it('needs a client, new or existing, or a project', () => {
    expect(errorsOf({})).toEqual([['', 'Choose a client, a project, or both']]);
    for (const input of [{ client }, { client_id: id }, { project }, { client, project }, { client_id: id, project }])
      expect(errorsOf(input)).toBeUndefined();
  });

  it('refuses a new client together with an existing one', () => {
    expect(errorsOf({ client, client_id: id })).toEqual([['client_id', 'Either a new client or one that is there']]);
  });

  it('refuses fields that it does not know', () => {
    expect(errorsOf({ project, status: 'lost' })).toHaveLength(1);
  });

  it.each([
    ['asap', 'As soon as possible'],
    ['1-3-months', '1-3 months'],
    ['3-6-months', '3-6 months'],
    ['6-12-months', '6-12 months'],
    ['exploring', 'Just exploring'],
    [null, null],
  ] as const)('carries the timeline %s of the lead to its project, and no budget', (timeline, timeline_estimate) => {
    expect(carriedToProject({ timeline })).toEqual({ timeline_estimate });
  });
});
