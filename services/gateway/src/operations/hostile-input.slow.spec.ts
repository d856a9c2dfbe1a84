/**
 * Sends 20,000 hostile requests; FUZZ_REQUESTS sends more.
 * @subject services/gateway/src/operations services/gateway/src/http libs/contracts/src/core/operation.ts
 * @everyday services/gateway/src/operations/hostile-input.spec.ts
 */
import { allOperations } from '@docfolio/contracts/operations';
import { testHostileInput } from '../testing/hostile-input.js';

const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000);

testHostileInput(Math.ceil(requests / allOperations().length));
