/** Programs on PATH and the system's package manager, as the bootstrap uses them. */
export { aptInstall, findOnPath, packageManager } from '../bootstrap/system.mjs';
