import { parseArgs } from 'node:util';
import { AccountError, type Accounts, type MadeAccount } from './accounts.js';

const usage = 'npm run docfolio -- admin --help lists the commands and their options.';

export interface AdminDefaults {
  email: string;
  password: string | undefined;
}

interface Arguments {
  email: string | undefined;
  password: string | undefined;
  name: string | undefined;
  scopes: string[];
  revokeTokens: boolean;
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
  'reset-password': async (accounts, given) => {
    const made = await accounts.resetPassword(emailOf(given), given.password, given.revokeTokens);
    const { revoked, tokens } = made;
    const lines = [
      describe(made, 'has a new password'),
      ...(revoked.length > 0 ? [`Revoked API tokens: ${revoked.join(', ')}.`] : []),
      ...(tokens.length > 0 ? [`API tokens that stay valid: ${tokens.join(', ')}. To end them: --revoke-tokens.`] : []),
    ];
    return lines.join('\n');
  },
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
    const options = {
      email: text,
      password: text,
      name: text,
      scope: { ...text, multiple: true },
      'revoke-tokens': { type: 'boolean' },
    } as const;
    const { scope: scopes = [], 'revoke-tokens': revokeTokens = false, ...given } = parseArgs({ args, options }).values;
    const { email, password, name } = given;
    return { email, password, name, scopes, revokeTokens };
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
