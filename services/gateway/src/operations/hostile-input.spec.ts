import { testHostileInput } from '../testing/hostile-input.js';

// A few requests for each operation; the slow spec beside this one sends many.
testHostileInput(4);
