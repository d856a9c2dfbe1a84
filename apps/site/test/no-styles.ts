// Replaces stylesheets in specs.
export {};
