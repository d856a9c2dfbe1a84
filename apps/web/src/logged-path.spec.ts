import { loggedPath } from './logged-path.js';

it.each([
  ['/api/v1/downloads/O93Z7opAKjf66DjsVj09XPV80_xsUz8cvxoFUD78Qyg', '/api/v1/downloads/…'],
  ['/api/v1/previews/O93Z7opAKjf66DjsVj09XPV80_xsUz8cvxoFUD78Qyg', '/api/v1/previews/…'],
  ['/api/v1/newsletter/one-click/abc.def', '/api/v1/newsletter/one-click/…'],
  ['/blog/preview/O93Z7opAKjf66DjsVj09XPV80_xsUz8cvxoFUD78Qyg', '/blog/preview/…'],
  ['/blog/a-post', '/blog/a-post'],
  ['/api/v1/admin/leads', '/api/v1/admin/leads'],
  ['/blog/downloads/x', '/blog/downloads/x'],
])('logs %s as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
