export { Progress, seconds } from '../bootstrap/progress.mjs';
export { aptInstall, findOnPath, packageManager } from '../bootstrap/system.mjs';
