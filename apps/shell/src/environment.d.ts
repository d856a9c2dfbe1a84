declare module '*.css';

interface ImportMeta {
  /** Present in a build of the dev server only. */
  readonly webpackHot?: object;
}
