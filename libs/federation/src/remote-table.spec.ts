import { readRemoteTable } from './remote-table.js';

afterEach(() => document.body.replaceChildren());

it('reads the table of remotes from the page', () => {
  document.body.innerHTML = '<script type="application/json" id="remotes">{"blog":"/remotes/blog/"}</script>';
  expect(readRemoteTable()).toEqual({ blog: '/remotes/blog/' });
});

it.each(['', '<script type="application/json" id="remotes"></script>'])(
  'throws for a page without a table of remotes: %j',
  (html) => {
    document.body.innerHTML = html;
    expect(() => readRemoteTable()).toThrow('The page has no table of remotes (#remotes)');
  },
);
