import { containerInstallation } from './container/container-installation.js';
import { runOperator } from './operator-program.js';

// The program of the image `tasks`.
process.exitCode = await runOperator(containerInstallation(process.env), process.argv.slice(2));
