import { main as newEntity } from './new-entity.js';
import { main as newRemote } from './remote/new-remote.js';
import { usage as remoteUsage } from './remote/remote-request.js';
import { usage as entityUsage } from './request.js';
import { main as newService, usage as serviceUsage } from './service/new-service.js';

const [kind, ...args] = process.argv.slice(2);
// npm runs this in the checkout's root; INIT_CWD is where the user called it.
const cwd = process.env.INIT_CWD ?? process.cwd();

if (kind === 'entity') process.exitCode = newEntity(args);
else if (kind === 'service') process.exitCode = newService(process.cwd(), args);
else if (kind === 'remote') process.exitCode = await newRemote(args, process.cwd(), cwd);
else {
  console.error([entityUsage, serviceUsage, remoteUsage].join('\n\n'));
  process.exitCode = 2;
}
