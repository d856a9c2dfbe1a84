export function workspaceFolders(root: string): string[];
export function installPackages(root: string, env: NodeJS.ProcessEnv, say: (doing: string) => void): Promise<string>;
