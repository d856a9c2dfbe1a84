// jsdom ignores styles.
export {};
