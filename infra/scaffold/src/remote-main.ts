import { main } from './remote/new-remote.js';

// npm runs this in the checkout's root; INIT_CWD is where the user called it.
process.exitCode = await main(process.argv.slice(2), process.cwd(), process.env.INIT_CWD ?? process.cwd());
