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
    ['5k-15k', 'asap', 5_000, 'As soon as possible'],
    ['15k-50k', '1-3-months', 15_000, '1-3 months'],
    ['50k-100k', '3-6-months', 50_000, '3-6 months'],
    ['100k+', '6-12-months', 100_000, '6-12 months'],
    [null, 'exploring', null, 'Just exploring'],
    [null, null, null, null],
  ] as const)(
    'carries the budget range %s and the timeline %s of the lead to its project',
    (budget_range, timeline, budget, timeline_estimate) => {
      expect(carriedToProject({ budget_range, timeline })).toEqual({ budget, timeline_estimate });
    },
  );
});
