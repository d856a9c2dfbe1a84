import { offerings } from '@docfolio/site-copy/offerings';
import { portfolio } from '@docfolio/site-copy/portfolio';

/** What the owner says of the services, and of the case studies: the pages have to show just that. */
export const offeringsOf = () => offerings;
export const caseStudiesOf = () => portfolio.caseStudies.list;
