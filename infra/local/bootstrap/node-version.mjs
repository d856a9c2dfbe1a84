/** The versions that `engines` of package.json names, oldest of each major. Later majors are supported, too. */
const oldest = { 20: 19, 22: 13 };
/** From this major on, all versions are supported. */
const allFrom = 24;

/** For messages. */
export const supported = '20.19, 22.13, 24 or newer';

export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= allFrom || minor >= (oldest[major] ?? Number.POSITIVE_INFINITY);
}
