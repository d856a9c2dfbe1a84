// Loaded by a remote's dev server only. React Refresh needs the host's development build of React; against a built
// host an edit would change modules that nothing draws again, so the page is loaded anew instead.
const { webpackHot } = import.meta;
if (webpackHot) {
  let applied = false;
  webpackHot.addStatusHandler((status) => {
    if (status === 'apply') applied = true;
    if (status !== 'idle' || !applied) return;
    applied = false;
    if (!document.documentElement.hasAttribute('data-dev-host')) location.reload();
  });
}
