import { main } from './new-entity.js';

process.exitCode = main(process.argv.slice(2));
