/** Opens a page of this site anew, so that the server decides which remotes it is loaded with. */
export function openPage(path: string): void {
  window.location.assign(path);
}
