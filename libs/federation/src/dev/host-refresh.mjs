import * as refresh from 'react-refresh/runtime';

// Loaded before React in the host's development build. Remotes' dev servers use this copy (dev/remote-refresh.mjs).
globalThis.docfolioRefresh = refresh;
