import { createCommand, listCommand, verifyCommand } from '@docfolio/backup/options';
import type { Declare } from '../declare.js';
import type { Installation } from '../installation.js';

const settings = `
s3:// takes BACKUP_S3_ENDPOINT (https://host:port), BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and BACKUP_S3_REGION
(us-east-1). Each secret may also be a file: BACKUP_PASSPHRASE_FILE and so on.`;

const place = ['--to <place>', 'a folder, or s3://BUCKET/PREFIX. Default: BACKUP_TO, or else backups'] as const;
const encrypt = ['--encrypt', 'encrypt it for the passphrase in BACKUP_PASSPHRASE, which verify needs too'] as const;
const recipient = [
  '--recipient <key>',
  'encrypt it for a public key of age (age1...), whose private key verify takes with --identity-file. Default: BACKUP_RECIPIENT',
] as const;
const plain = [
  '--plain',
  'do not encrypt it. The secrets, with which others could sign in as anyone, are then readable, too',
] as const;
const keep = [
  '--keep <retention>',
  'then remove backups, except the last one of each of, as 7d,4w,12m says, 7 days, 4 weeks and 12 months. Default: BACKUP_KEEP, or else nothing is removed',
] as const;

const surroundings = ({ env, root }: Installation) => ({ env, folder: root });

export const backup: Declare = (program, at) => {
  const run = async (command: ReturnType<typeof createCommand>) => {
    const { runBackupCommand } = await import('@docfolio/backup/run-command');
    await runBackupCommand(command, (work) => at.withSources(work), {
      ...{ step: at.step, print: at.print },
      isBesideData: () => at.isBesideData(command.place),
    });
  };
  const group = program
    .command('backup')
    .description('make, list and verify backups of documents, accepted jobs, files and secrets')
    .usage('[create] [options] | list | verify')
    .addHelpText('after', settings);
  group
    .command('create', { isDefault: true })
    .description('store everything, while Docfolio runs or is stopped: what backup does without another word')
    .option(...encrypt)
    .option(...recipient)
    .option(...plain)
    .option(...place)
    .option(...keep)
    .action((options) => run(createCommand(options, surroundings(at))));
  group
    .command('list')
    .description('list the backups')
    .option(...place)
    .action((options) => run(listCommand(options, surroundings(at))));
  group
    .command('verify')
    .description('read a backup back, and check every part of it')
    .argument('[id]', 'of the backup. Default: the newest one')
    .option(...place)
    .option('--identity-file <file>', 'private key of the recipient')
    .option('--checksums', 'only sizes and checksums, without the key of an encrypted backup')
    .option('--plain', 'the backup is not encrypted, although there is a passphrase')
    .option('--unsealed', 'the backup was encrypted by Docfolio 0.1.0, which did not seal it')
    .action((id, options) => run(verifyCommand(id, options, surroundings(at))));
  // `npm start` makes backups itself.
  if (at.moveData) return;
  group
    .command('schedule')
    .description('make backups when BACKUP_SCHEDULE is due, and when the CRM requests one, until SIGTERM')
    .option(...encrypt)
    .option(...recipient)
    .option(...plain)
    .option(...place)
    .option(...keep)
    .action(async (options) => {
      const { scheduleBackups } = await import('../container/schedule.js');
      await scheduleBackups(options, at, run);
    });
};
