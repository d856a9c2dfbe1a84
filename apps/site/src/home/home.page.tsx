import { headOf } from '@docfolio/content/pages';
import { Seo } from '@docfolio/ui/seo';
import { Figures } from './figures.js';
import { Hero } from './hero.js';
import { OfferingGrid } from './offering-grid.js';

export function HomePage() {
  return (
    <>
      <Seo {...headOf('/')} />
      <Hero />
      <OfferingGrid />
      <Figures />
    </>
  );
}
