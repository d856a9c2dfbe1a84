import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import type { DeadLetters } from '../submissions/dead-letters.repository.js';

const deadLetters = gauge({
  name: 'docfolio_dead_letters',
  help: 'Submissions that were refused after the visitor had been thanked, until the owner has dealt with them. The same in all replicas.',
  aggregator: 'max',
});

export function addDeadLetterCollector(letters: DeadLetters): void {
  addCollector({
    name: 'dead_letters',
    gauges: [deadLetters],
    read: async () => {
      const count = await letters.count();
      return () => deadLetters.set({}, count);
    },
  });
}
