import { placed } from '@docfolio/service-kit/placed-process';
import definition from './process.js';
import { startGateway } from './start-gateway.js';

/** The gateway for a Node process that it shares with services (decision 0037). */
export default placed(definition, startGateway);
