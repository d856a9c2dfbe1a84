// Replaces stylesheets in specs, because jsdom has no layout.
export {};
