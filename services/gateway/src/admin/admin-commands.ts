import { parseArgs } from 'node:util';
import { AccountError, type Accounts, type MadeAccount } from './accounts.js';

export const usage = `npm run admin -- <command> [--email <address>] [--password <password>] [--name <name>] [--scope <scope>]

  create          make an admin; somebody who can already sign in becomes one
  create-user     make somebody who can sign in and is not an admin
  reset-password  set a password; every session of the user ends
  deactivate      take the admin's rights away; they can still sign in
  activate        give them (back)
  create-token    print a new API token: --name <name> --scope remotes:write; --email is the admin whose
                  rights it has (default: the first active one)
  ensure-first    make the first admin, if there never was one, and say so in one line of JSON

Passwords that are not given are generated and shown once.
--email may be left out of create: ADMIN_EMAIL, or owner@example.com.`;

export interface AdminDefaults {
  email: string;
  password: string | undefined;
}

interface Arguments {
  email: string | undefined;
  password: string | undefined;
  name: string | undefined;
  scopes: string[];
}

type Command = (accounts: Accounts, given: Arguments, defaults: AdminDefaults) => Promise<string>;

const commands: Record<string, Command> = {
  'ensure-first': async (accounts, _given, { email, password }) => {
    const made = await accounts.ensureFirst(email, password);
    return JSON.stringify(made ? { created: true, ...made } : { created: false });
  },
  create: async (accounts, { email, password }, defaults) => {
    const made = await accounts.createAdmin(
      email ?? defaults.email,
      password ?? (email ? undefined : defaults.password),
    );
    return made.existed ? `${made.email} is an admin now; the password stays.` : describe(made, 'is an admin now');
  },
  'create-user': async (accounts, given) =>
    describe(await accounts.createUser(emailOf(given), given.password), 'can sign in now'),
  'reset-password': async (accounts, given) =>
    describe(await accounts.resetPassword(emailOf(given), given.password), 'has a new password'),
  deactivate: async (accounts, given) => {
    await accounts.deactivate(emailOf(given));
    return `${emailOf(given)} is no admin any more.`;
  },
  activate: async (accounts, given) => {
    await accounts.activate(emailOf(given));
    return `${emailOf(given)} is an admin now.`;
  },
  // The token alone, because programs read it.
  'create-token': (accounts, { email, name, scopes }) => accounts.createToken(email, name, scopes),
};

export interface ParsedCommand {
  run(accounts: Accounts, defaults: AdminDefaults): Promise<string>;
}

/** Parses the command line. @throws AccountError if the arguments name no command or an unknown option */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new AccountError(name === '' ? usage : `There is no command ${name}.\n\n${usage}`);
  const given = parseOptions(rest);
  return { run: (accounts, defaults) => command(accounts, given, defaults) };
}

function parseOptions(args: string[]): Arguments {
  try {
    const text = { type: 'string' } as const;
    const options = { email: text, password: text, name: text, scope: { ...text, multiple: true } } as const;
    const { scope: scopes = [], email, password, name } = parseArgs({ args, options }).values;
    return { email, password, name, scopes };
  } catch (error) {
    throw new AccountError(`${(error as Error).message}\n\n${usage}`, { cause: error });
  }
}

function emailOf({ email }: Arguments): string {
  if (!email) throw new AccountError('Say whose account: --email <address>.');
  return email;
}

function describe({ email, password }: MadeAccount, what: string): string {
  return password === null ? `${email} ${what}.` : `${email} ${what}.\nPassword (shown once): ${password}`;
}
