import { publicPages } from '@docfolio/content/pages';
import { Seo } from '../seo.js';
import { Figures } from './figures.js';
import { Hero } from './hero.js';
import { OfferingGrid } from './offering-grid.js';

export function HomePage() {
  return (
    <>
      <Seo description={publicPages.find(({ path }) => path === '/')?.description} />
      <Hero />
      <OfferingGrid />
      <Figures />
    </>
  );
}
