import { type Declare, runShown } from '../declare.js';

/** The media service owns the images. */
const mediaProgram = 'services/media/dist/quarantine.js';

export const quarantine: Declare = (program, at) => {
  const group = program
    .command('quarantine')
    .description('list and restore images that the sweep has set aside for 30 days')
    .addHelpText(
      'after',
      `
The hourly sweep sets objects aside for 30 days that no record of an image names, as after restoring an older database.
Restore the database that has their records, too: what still has no record an hour later is quarantined again.`,
    );
  group
    .command('list')
    .description('list the objects, and since when they are there')
    .action(() => at.withPrograms('quarantine', (run) => runShown(run, mediaProgram, ['list'])));
  group
    .command('restore')
    .description('move them back')
    .argument('[images...]', 'only those of these images')
    .action((images) => at.withPrograms('quarantine', (run) => runShown(run, mediaProgram, ['restore', ...images])));
};
