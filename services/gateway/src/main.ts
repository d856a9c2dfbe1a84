// Without arguments the process itself; `prepare [status]` migrates its data and ends. Imports of fixed paths, which the bundler finds.
if (process.argv[2] === 'prepare') await import('./prepare.js');
else await import('./serve.js');

export {};
