import { offerings } from '@docfolio/content/offerings';
import { portfolio } from '@docfolio/content/portfolio';

/** What the owner says of the services, and of the case studies: the pages have to show just that. */
export const offeringsOf = () => offerings;
export const caseStudiesOf = () => portfolio.caseStudies.list;
