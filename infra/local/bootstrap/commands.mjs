/** The commands of package.json that need packages and a build: npm run <command>. src/cli.ts runs them. */
export const commands = ['start', 'dev', 'test', 'affected', 'docs', 'bench', 'verify', 'docfolio'];
