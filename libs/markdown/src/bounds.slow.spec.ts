/**
 * Renders hostile texts of 200,000 characters.
 * @subject libs/markdown/src
 * @everyday libs/markdown/src/bounds.spec.ts
 */
import { testBounds } from './testing/bounds.js';

testBounds(200_000);
