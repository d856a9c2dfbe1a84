import * as refresh from 'react-refresh/runtime';

// In the host's development build, before React: what replaces components in place, lent to the remotes' dev servers.
globalThis.docfolioRefresh = refresh;
