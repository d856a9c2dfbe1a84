// Compiling a page's module and answering its first request takes a busy machine seconds; the default is 1 s.
if (typeof window !== 'undefined') require('@testing-library/dom').configure({ asyncUtilTimeout: 20_000 });
