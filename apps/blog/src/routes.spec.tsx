import '@testing-library/jest-dom';
import { BrowserRouter } from '@docfolio/federation/router';
import { render, screen } from '@testing-library/react';
import BlogRoutes from './routes.js';

it('says on /blog that nothing is published yet', () => {
  window.history.replaceState(null, '', '/blog');
  render(
    <BrowserRouter>
      <BlogRoutes />
    </BrowserRouter>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Nothing is published yet' })).toBeVisible();
});
