import { loadConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { AccountError } from './admin/accounts.js';
import { parseCommand } from './admin/admin-commands.js';
import { adminConfigSchema } from './config.schema.js';

// The accounts command line. Standard output carries only the result, because programs read that of `ensure-first`.
// Exit codes: 0 done, 1 failed, 2 arguments or values refused, 78 settings invalid.

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  const config = loadConfig(adminConfigSchema);
  // Loaded late: the drivers take most of a second, which a mistyped command need not wait for.
  const { connectAccounts } = await import('./admin/connect-accounts.js');
  const connected = await connectAccounts(config, createLogger('admin', 'silent'));
  try {
    const defaults = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD };
    console.log(await command.run(connected.accounts, defaults));
    return 0;
  } finally {
    await connected.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof AccountError ? 2 : 1;
  },
);
