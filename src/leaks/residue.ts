/** Knows what builds, editors and tools leave in a work tree, from the path alone. */

export interface Residue {
  readonly what: string;
  /** Path of the source that the residue was made from, where its name tells. */
  readonly source: string | null;
}

const KINDS: readonly (readonly [RegExp, string, ((match: RegExpExecArray) => string)?])[] = [
  [
    /^(.*?)__pycache__\/([^/]+?)\.cpython-\d+(?:\.opt-\d)?\.pyc$/,
    'compiled Python',
    ([, folder, name]) => `${folder}${name}.py`,
  ],
  [/^(?:.*\/)?build\/lib[^/]*\/(.+)$/, 'copy of a build', ([, path = '']) => path],
  [/^(?:.*\/)?dist\/[^/]+\.(?:whl|tar\.gz|zip|tgz)$/, 'packaged build'],
  [/^(?:.*\/)?[^/]+\.egg-info\/(?:PKG-INFO|SOURCES\.txt)$/, 'metadata of a build'],
  [/^(?:.*\/)?(?:dist|out|lib)\/.+\.js\.map$/, 'source map, which holds sources'],
  [
    /^(?:.*\/)?(?:htmlcov|coverage|lcov-report|\.nyc_output)\/.+\.(?:html|json|info)$/,
    'coverage report, which holds sources',
  ],
  [/^(?:.*\/)?target\/(?:debug|release|classes|surefire-reports)\/.+$/, 'output of a build'],
  [/^(.+)\.(?:orig|rej)$/, 'left by a patch'],
  [/^(?:(.*\/))?\.([^/]+)\.sw[a-p]$/, 'swap file of an editor'],
  [/^(.+)~$/, 'backup of an editor'],
];

/** null for a path that looks like nobody's residue. */
export function residueAt(path: string): Residue | null {
  for (const [at, what, source] of KINDS) {
    const match = at.exec(path);
    if (match !== null) return { what, source: source?.(match) ?? null };
  }
  return null;
}

/** The size of the source that a `.pyc` was compiled from (PEP 3147, 552); null where its head does not say. */
export function sourceSizeOf(pyc: Uint8Array): number | null {
  if (pyc.length < 16) return null;
  const view = new DataView(pyc.buffer, pyc.byteOffset, 16);
  return view.getUint32(4, true) === 0 ? view.getUint32(12, true) : null;
}
