import { subscriberSources } from '@docfolio/contracts/subscriber';
import { derivedId } from '@docfolio/service-kit/identity';
import type { Connection } from 'mongoose';
import { emailKey } from '../records/email-key.js';
import { type DemoRecord, hoursBefore } from '../records/plant.js';
import type { SubscriberFields } from './subscribers.repository.js';

/** Made-up readers on reserved domains (RFC 2606), the newest first; some gave no name. */
const readers: readonly (readonly [email: string, name?: string])[] = [
  ['ines.carvalho@example.org', 'Inês Carvalho'],
  ['tomasz@wieczorek.example', 'Tomasz Wieczorek'],
  ['reader17@example.com'],
  ['priya.menon@example.net', 'Priya Menon'],
  ['k.oyelaran@studio-oye.example', 'Kemi Oyelaran'],
  ['johan@fartyg.example', 'Johan Åkerlund'],
  ['newsletter@bluepine.example'],
  ['mei.tan@harbourworks.example', 'Mei Tan'],
  ['d.kowalczyk@example.org', 'Dorota Kowalczyk'],
  ['sam@quietcompiler.example', 'Sam Whitlock'],
  ['anahit@ararat-code.example', 'Anahit Petrosyan'],
  ['lucia.romero@example.com', 'Lucía Romero'],
  ['ops@tinyfleet.example'],
  ['olu.adeyemi@example.net', 'Olu Adeyemi'],
  ['marta@terrazzo.example', 'Marta Zanetti'],
  ['birgit.halvorsen@example.org', 'Birgit Halvorsen'],
  ['ravi@monsoonlabs.example', 'Ravi Shenoy'],
  ['hello@paperboat.example'],
  ['eoin@gaelgrid.example', 'Eoin Brennan'],
  ['sofia.kallas@example.com', 'Sofia Kallas'],
  ['wei.zhang@lanternsoft.example', 'Zhang Wei'],
  ['camille.fournier@example.org', 'Camille Fournier'],
  ['dev@northernloop.example'],
  ['aisha.siddiqui@example.net', 'Aisha Siddiqui'],
  ['petr@hrbitov.example', 'Petr Hrubý'],
  ['leilani@reefline.example', 'Leilani Kahale'],
  ['yusuf.demir@example.org', 'Yusuf Demir'],
  ['archive@slowreader.example'],
  ['nora@fjelltopp.example', 'Nora Eide'],
  ['mbali.nkosi@example.com', 'Mbali Nkosi'],
];

/** Made-up subscribers, of every source, active and not, confirmed and not. */
export function demoSubscribers(now: Date): DemoRecord<SubscriberFields>[] {
  return readers.map(([email, name], index) => {
    // Ever longer ago, at different times of the day.
    const subscribed_at = hoursBefore(now, 5 + index * 31 + index * index);
    const confirmed = index % 5 !== 2;
    return {
      id: derivedId('demo subscriber', email),
      created_at: subscribed_at,
      fields: {
        email,
        email_key: emailKey(email),
        name: name ?? null,
        source: subscriberSources[((index * 7) % 5) % subscriberSources.length]!,
        is_active: index % 6 !== 4,
        subscribed_at,
        confirmed_at: confirmed ? new Date(subscribed_at.getTime() + 9 * 60 * 1_000) : null,
        is_spam: false,
      },
    };
  });
}

/** Those whose address nobody else has subscribed with: a real reader keeps their place. Index: the subscriber of an address. */
export async function withFreeAddresses(
  connection: Connection,
  subscribers: readonly DemoRecord<SubscriberFields>[],
): Promise<DemoRecord<SubscriberFields>[]> {
  const others = await connection
    .collection<{ _id: string; email_key: string }>('blog_subscribers')
    .find(
      {
        email_key: { $in: subscribers.flatMap(({ fields }) => fields.email_key ?? []) },
        _id: { $nin: subscribers.map(({ id }) => id) },
        is_spam: false,
        deleted_at: null,
      },
      { projection: { email_key: 1 } },
    )
    .toArray();
  const taken = new Set(others.map(({ email_key }) => email_key));
  return subscribers.filter(({ fields }) => !taken.has(fields.email_key ?? ''));
}
