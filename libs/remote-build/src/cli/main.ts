import { runRemotes } from './run.js';

process.exitCode = await runRemotes(process.argv.slice(2), {
  env: process.env,
  directory: process.cwd(),
  print: (text) => console.log(text),
  warn: (text) => console.error(text),
});
