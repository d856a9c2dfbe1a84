/** Programs on PATH, the package manager and progress lines, as the bootstrap uses them. */

export { Progress, seconds } from '../bootstrap/progress.mjs';
export { aptInstall, findOnPath, packageManager } from '../bootstrap/system.mjs';
