import { type Declare, flagsOf, runShown } from '../declare.js';

/** The gateway owns the accounts. */
export const adminProgram = 'services/gateway/dist/admin.js';

export const admin: Declare = (program, at) => {
  const run = (command: string) => (options: object) =>
    at.withPrograms('admin', (start) => runShown(start, adminProgram, [command, ...flagsOf(options)]));
  const group = program
    .command('admin')
    .description('manage admins: create, create-user, reset-password, deactivate, activate, create-token')
    .addHelpText('after', '\nPasswords that are not given are generated and shown once.');
  group
    .command('create')
    .description('make an admin; somebody who can already sign in becomes one')
    .option('--email <address>', 'Default: ADMIN_EMAIL, or else owner@example.com')
    .option('--password <password>', 'Default: generated')
    .action(run('create'));
  group
    .command('create-user')
    .description('make somebody who can sign in and is not an admin')
    .requiredOption('--email <address>', 'whom')
    .option('--password <password>', 'Default: generated')
    .action(run('create-user'));
  group
    .command('reset-password')
    .description('set a password; every session of the user ends')
    .requiredOption('--email <address>', 'whose')
    .option('--password <password>', 'Default: generated')
    .option('--revoke-tokens', 'end their API tokens, too')
    .action(run('reset-password'));
  group
    .command('deactivate')
    .description("take the admin's rights away; they can still sign in")
    .requiredOption('--email <address>', 'whose')
    .action(run('deactivate'));
  group
    .command('activate')
    .description('give them (back)')
    .requiredOption('--email <address>', 'whom')
    .action(run('activate'));
  group
    .command('create-token')
    .description('print a new API token, and nothing else')
    .requiredOption('--name <name>', "in the CRM's list")
    .requiredOption('--scope <scope...>', 'remotes:write:<remote>, or remotes:write for all but the CRM and operations')
    .option('--email <address>', 'admin whose rights it has. Default: the first active one')
    .action(run('create-token'));
  group
    .command('ensure-first', { hidden: true })
    .description('make the first admin, if there never was one, and print so in one line of JSON')
    .action(run('ensure-first'));
};
