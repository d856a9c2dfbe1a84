// Stands in a server's build for a stylesheet.
export default {};
