import { endsBeforeItStarts, newProject, projectPatch } from './project.js';

const id = '123e4567-e89b-42d3-a456-426614174000';
const sent = { title: 'A website', service_type: 'Design' };

it.each<[dates: object, isInOrder: boolean]>([
  [{ start_date: '2026-03-01', end_date: '2026-03-02' }, true],
  [{ start_date: '2026-03-01', end_date: '2026-03-01' }, true],
  [{ start_date: '2026-03-01', end_date: '' }, true],
  [{ start_date: null, end_date: '2026-03-01' }, true],
  [{ end_date: '2026-03-01' }, true],
  [{ start_date: '2026-03-02', end_date: '2026-03-01' }, false],
])('a project and a patch of one accept the dates %j: %s', (dates, isInOrder) => {
  const errors = isInOrder ? undefined : [{ path: ['end_date'], message: endsBeforeItStarts }];
  for (const { error } of [
    newProject.safeParse({ ...sent, ...dates }),
    projectPatch.safeParse({ id, version: 1, ...dates }),
  ])
    expect(error?.issues.map(({ path, message }) => ({ path, message }))).toEqual(errors);
});

it('a new project is an inquiry unless it says otherwise', () => {
  expect(newProject.parse(sent)).toEqual({ ...sent, status: 'inquiry' });
});
