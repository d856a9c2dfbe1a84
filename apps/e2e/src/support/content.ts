import { offerings } from '@docfolio/site-copy/offerings';
import { portfolio } from '@docfolio/site-copy/portfolio';

export const offeringsOf = () => offerings;
export const caseStudiesOf = () => portfolio.caseStudies.list;
