/** Variables that any program may need. Exact names, not `NODE_*`, because CI systems set NODE_AUTH_TOKEN. */
const systemVariables = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ', 'LANG', 'LANGUAGE', 'TMPDIR', 'LD_LIBRARY_PATH'],
  ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_DEBUG'],
  ...['NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE', 'UV_THREADPOOL_SIZE', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Test runs find leftover processes by this variable (runMark).
  'DOCFOLIO_TEST_RUN',
];

/** Returns the part of an environment that every child gets, without settings and secrets. */
export function systemEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => systemVariables.includes(name) || name.startsWith('LC_')),
  );
}
