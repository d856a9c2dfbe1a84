import { restoreCommand } from '@docfolio/backup/options';
import { OperatorError } from '@docfolio/process/operator-error';
import type { Declare } from '../declare.js';

export const restore: Declare = (program, at) =>
  program
    .command('restore')
    .description(
      'replace everything by a backup. Stop Docfolio first. Every part of the backup is checked before anything is touched; the data is written beside the present one, and then takes its place. If it is interrupted, run the same command again. The replaced data is kept until --discard-old removes it',
    )
    .summary('replace all data by that of a backup, while Docfolio is stopped')
    .argument('[backup]', 'id of a backup, as backup list prints it; or its folder, or s3://BUCKET/PREFIX/ID')
    .option('--from <place>', 'where backups are: a folder, or s3://BUCKET/PREFIX. Default: BACKUP_TO, or else backups')
    .option('--identity-file <file>', 'private key of the recipient. A passphrase is read from BACKUP_PASSPHRASE')
    .option(
      '--plain',
      'the backup is not encrypted, although there is a passphrase: nothing proves who wrote it. Without this option, only an encrypted one is restored while a passphrase or private key is given',
    )
    .option(
      '--unsealed',
      'the backup was encrypted by Docfolio 0.1.0, which did not seal it: each part is proved to be one of this backup, but not that no part is missing, or stands in the place of another',
    )
    .option(
      '--secrets-to <folder>',
      'only where the secrets are given to the processes as variables or files, as in containers: writes those of the backup there',
    )
    .option('--discard-old', 'remove the data that the last restore has replaced')
    .addHelpText('after', '\ns3:// takes the same settings as backup.')
    .action(async (backup, { discardOld, ...options }) => {
      if (discardOld) {
        if (backup !== undefined || Object.keys(options).length > 0)
          throw new OperatorError('--discard-old goes with nothing else.', 2);
        return at.discardReplaced();
      }
      if (backup === undefined) throw new OperatorError(`Say which backup: ${at.program} backup list shows them.`, 2);
      await at.restore(restoreCommand(backup, options, { env: at.env, folder: at.root }));
    });
