import { main } from './cli.js';

const [command = 'start', ...args] = process.argv.slice(2);
process.exitCode = await main(command, args);
