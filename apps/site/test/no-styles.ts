// Styles mean nothing to jsdom.
export {};
