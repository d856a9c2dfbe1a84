export function ensureRedis(env: NodeJS.ProcessEnv, say: (doing: string) => void): Promise<string>;
