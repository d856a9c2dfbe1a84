import { screen } from '@testing-library/react';
import { installRemotes, renderApp } from '../../test/render-app.js';
import { setWindowWidth } from '../../test/setup.js';

const scrolledTo: string[] = [];
beforeAll(installRemotes);
beforeEach(() => {
  setWindowWidth(1440);
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this.id);
  };
  document.body.innerHTML =
    '<h2 id="section-setup">Setup</h2><h2 id="first-steps">First steps</h2><p id="comments"></p>';
});
afterEach(() => {
  document.body.innerHTML = '';
});

it.each([
  ['#setup', 'section-setup'],
  ['#Setup', 'section-setup'],
  ['#section-setup', 'section-setup'],
  ['#First%20steps', 'first-steps'],
  ['#comments', 'comments'],
])('a page that is opened at %s scrolls to the element %s', async (hash, id) => {
  renderApp(`/blog/post${hash}`);
  await screen.findByRole('heading', { level: 1 });
  expect(scrolledTo).toEqual([id]);
});

it.each(['#nothing', '#', '#%ff', '#%20'])('a page that is opened at %s scrolls to no element', async (hash) => {
  renderApp(`/blog/post${hash}`);
  await screen.findByRole('heading', { level: 1 });
  expect(scrolledTo).toEqual([]);
});
