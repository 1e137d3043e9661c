/** Paths that name something inside a repository. */

/** True for one that is relative, goes forward only, and is one line. */
export const isInside = (path: string): boolean =>
  path !== '' &&
  !path.startsWith('/') &&
  !path.split('/').includes('..') &&
  !/[\u0000-\u001f\u007f]/.test(path);
