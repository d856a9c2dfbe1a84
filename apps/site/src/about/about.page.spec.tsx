import { about } from '@docfolio/site-copy/about';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import AboutPage from './about.page.js';

const tab = (name: string) => screen.getByRole('tab', { name });

it('introduces the owner', () => {
  renderPage(<AboutPage />, '/about');
  expect(screen.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  expect(screen.getByText(about.lede)).toBeVisible();
  for (const paragraph of about.introduction) expect(screen.getByText(paragraph)).toBeVisible();
});

it('shows profile, career and package as code, each in its tab', async () => {
  const user = userEvent.setup();
  renderPage(<AboutPage />, '/about');
  expect(screen.getByRole('tabpanel', { name: 'profile.ts' })).toHaveTextContent("experience: '15+ years',");
  await user.click(tab('career.json'));
  expect(screen.getByRole('tabpanel', { name: 'career.json' })).toHaveTextContent(
    `"since ${about.career[0]!.since}": {`,
  );
  await user.keyboard('{ArrowRight}');
  expect(tab('package.json')).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'package.json' })).toHaveTextContent('"dependencies": {');
});

it('copies the visible file and shows a confirmation that disappears', async () => {
  const user = userEvent.setup();
  renderPage(<AboutPage />, '/about');
  await user.click(tab('career.json'));
  await user.click(screen.getByRole('button', { name: 'Copy career.json' }));
  expect(await screen.findByText('Copied')).toBeInTheDocument();
  const copied = Object.entries(JSON.parse(await navigator.clipboard.readText()));
  expect(copied).toEqual(about.career.map(({ since, role, work }) => [`since ${since}`, { role, work }]));
  await waitFor(() => expect(screen.queryByText('Copied')).not.toBeInTheDocument());
});

it('only logs that a copy failed', async () => {
  const user = userEvent.setup();
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  renderPage(<AboutPage />, '/about');
  await user.click(screen.getByRole('button', { name: 'Copy profile.ts' }));
  await waitFor(() => expect(logged).toHaveBeenCalledWith('The code could not be copied'));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  jest.restoreAllMocks();
});

it('shows the core values and links to contact and services', () => {
  renderPage(<AboutPage />, '/about');
  const values = screen.getByRole('region', { name: 'Core values' });
  expect(
    within(values)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent),
  ).toEqual(['Collaboration', 'Continuous Learning', 'Innovation', 'Global Impact']);
  expect(screen.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact');
  expect(screen.getByRole('link', { name: 'View Services' })).toHaveAttribute('href', '/services');
});
