// Replaces stylesheets in server builds.
export default {};
