/** The commands of package.json that need packages and a build: npm run <command>. src/cli.ts runs them. */
export const commands = [
  ...[
    'start',
    'dev',
    'test',
    'verify',
    'verify-operations',
    'affected',
    'test-times',
    'admin',
    'seed',
    'quarantine',
    'remotes',
  ],
  ...['backup', 'restore', 'move-data', 'migrate', 'bench', 'lighthouse', 'docs'],
];
