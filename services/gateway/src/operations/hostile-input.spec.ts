import { testHostileInput } from '../testing/hostile-input.js';

// A few requests per operation; the slow spec beside this one sends many.
testHostileInput(4);
