/** `offline`: without network or a signed-in admin, or after five failures in a row, while it keeps retrying. */
export type LiveStatus = 'live' | 'reconnecting' | 'offline';
