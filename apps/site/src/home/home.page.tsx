import { headOf } from '@docfolio/site-copy/pages';
import { useSiteOrigin } from '@docfolio/ui/runtime';
import { Seo } from '@docfolio/ui/seo';
import { Figures } from './figures.js';
import { Hero } from './hero.js';
import { homeData } from './home-data.js';
import { OfferingGrid } from './offering-grid.js';

export function HomePage() {
  const origin = useSiteOrigin();
  return (
    <>
      <Seo {...headOf('/')} jsonLd={homeData(origin)} />
      <Hero />
      <OfferingGrid />
      <Figures />
    </>
  );
}
