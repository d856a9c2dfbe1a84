import { InvalidArgumentError } from '@commander-js/extra-typings';
import { OperatorError } from '@docfolio/process/operator-error';
import { type Declare, runShown } from '../declare.js';
import { processes } from '../processes.js';

const demoPrograms = processes
  .flatMap(({ sidePrograms }) => sidePrograms)
  .filter(({ seeds }) => seeds)
  .map(({ entry }) => entry);

/** Kinds of made-up records by the program that inserts them. */
const kindsOf = {
  'services/leads/dist/bulk-seed.js': ['leads', 'clients', 'projects', 'subscribers', 'inquiries'],
  'services/content/dist/bulk-seed.js': ['posts'],
} as const;

type Sizes = Partial<Record<'leads' | 'clients' | 'projects' | 'subscribers' | 'inquiries' | 'posts', number>>;

/** Maximum number of records per kind, so that a typing error does not fill the disk. */
const maxRecords = 1_000_000;

function size(given: string): number {
  const number = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= maxRecords) return number;
  throw new InvalidArgumentError(`Expected a whole number from 0 to ${maxRecords}.`);
}

/** @throws OperatorError for only zeros, or inquiries without leads */
function check(sizes: Sizes): void {
  if (!Object.values(sizes).some((each) => each > 0))
    throw new OperatorError('Say how many: --leads 100000, for example.', 2);
  if (sizes.inquiries && !sizes.leads) throw new OperatorError('Inquiries are sent by leads: name --leads too.', 2);
}

export const seed: Declare = (program, at) =>
  program
    .command('seed')
    .description('insert demo records into site and CRM; with options instead made-up ones, N of each kind')
    .option('--demo', 'demo records, as SEED=demo npm start inserts them')
    .option('--leads <N>', 'leads', size)
    .option('--clients <N>', 'clients', size)
    .option('--projects <N>', 'projects', size)
    .option('--subscribers <N>', 'subscribers of the newsletter', size)
    .option('--inquiries <N>', 'inquiries, which leads send', size)
    .option('--posts <N>', 'published posts, with the texts of the demo posts', size)
    .addHelpText(
      'after',
      `
N are whole numbers up to ${maxRecords.toLocaleString('en-US')}. Nothing is mailed, and running it again with the same numbers adds nothing.
What runs shows new posts when its caches expire, after 60 s at most.`,
    )
    .action(async ({ demo, ...sizes }: Sizes & { demo?: true }) => {
      const areMadeUp = Object.keys(sizes).length > 0;
      if (areMadeUp) check(sizes);
      // In containers `seed` alone has always meant demo records. In a checkout the data may be the owner's.
      else if (!demo && at.moveData) throw new OperatorError('Say what: --demo, or --leads 100000, for example.', 2);
      await at.withPrograms('seed', async (run) => {
        if (areMadeUp) {
          for (const [program, kinds] of Object.entries(kindsOf)) {
            const flags = kinds.flatMap((kind) => (sizes[kind] ? [`--${kind}`, String(sizes[kind])] : []));
            if (flags.length > 0) await runShown(run, program, flags);
          }
          return;
        }
        for (const program of demoPrograms) {
          const { code } = await run(program);
          if (code !== 0) throw new OperatorError(`${program} failed (exit code ${code}).`);
        }
        at.print('demo records are in place');
      });
    });
