import { offerings } from '@docfolio/site-copy/offerings';
import { currency, owner } from '@docfolio/site-copy/site';

/** Returns schema.org data (JSON-LD) about the services. @param origin without a trailing slash */
export function servicesData(origin: string): object {
  const provider = { '@type': 'Person', '@id': `${origin}/#person`, name: owner.name, url: `${origin}/` };
  return {
    '@context': 'https://schema.org',
    '@graph': offerings.map(({ id, title, sentence, rateFrom }) => {
      const url = `${origin}/services#${id}`;
      return {
        '@type': 'Service',
        '@id': url,
        url,
        name: title,
        serviceType: title,
        description: sentence,
        provider,
        offers: {
          '@type': 'Offer',
          url,
          priceCurrency: currency,
          price: rateFrom,
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            priceCurrency: currency,
            minPrice: rateFrom,
            // UN/CEFACT code for an hour.
            unitCode: 'HUR',
          },
        },
      };
    }),
  };
}
