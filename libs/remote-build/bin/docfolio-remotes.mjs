#!/usr/bin/env node
// Not in dist, where compiled files are not executable.
import '../dist/cli/main.js';
