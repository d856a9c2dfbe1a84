// An empty module that replaces every stylesheet in server builds.
export default {};
