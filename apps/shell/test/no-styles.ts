// Stands for stylesheets, which Jest does not load.
export {};
