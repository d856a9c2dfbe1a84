import { offerings } from '@docfolio/site-copy/offerings';
import { portfolio } from '@docfolio/site-copy/portfolio';

/** Returns the texts about services, and about case studies, that the pages have to show. */
export const offeringsOf = () => offerings;
export const caseStudiesOf = () => portfolio.caseStudies.list;
