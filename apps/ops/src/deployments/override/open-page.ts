/** Loads a page of this site from the server, which decides what remotes it gets. */
export function openPage(path: string): void {
  window.location.assign(path);
}
