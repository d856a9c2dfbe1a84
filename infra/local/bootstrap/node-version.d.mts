export const supported: string;
export function isSupported(version: string): boolean;
