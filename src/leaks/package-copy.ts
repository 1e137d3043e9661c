/** Knows from a path that a copy of a package lies there, and of which release; versions in files are asked for by name. */

export interface PackageCopy {
  /** Folder or file that is the copy. */
  readonly path: string;
  /** null where a manifest inside has to say it. */
  readonly version: string | null;
  /** The manifest, where there is one to ask. */
  readonly manifest?: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Python's registries see no difference between `-`, `_` and `.`, nor between cases. */
const loose = (name: string): string => escaped(name).replace(/(?:-|_|\\\.)+/g, '[-_.]+');

/** Go keeps capitals in module paths as `!` and the small letter. */
const goName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);

const VERSION = '(v?\\d[\\w.+!-]*?)';

interface Shape {
  readonly at: RegExp;
  readonly manifest?: (path: string) => string;
}

const shapes = (name: string): readonly Shape[] => {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const [py, js, go, bare] = [loose(last), escaped(name), escaped(goName(name)), escaped(last)];
  return [
    {
      at: new RegExp(
        `^(.*(?:site|dist)-packages/${py}-${VERSION}(?:-py[\\d.]+)?\\.(?:dist|egg)-info)(?:/|$)`,
        'i',
      ),
    },
    { at: new RegExp(`^(.*/archive-v\\d/[^/]+/${py}-${VERSION}\\.dist-info)(?:/|$)`, 'i') },
    {
      at: new RegExp(
        `^(.*(?:conda|mamba|pkgs)[^/]*/(?:pkgs/)?${py}-${VERSION}-[\\w.]+?(?:\\.conda|\\.tar\\.bz2)?)(?:/|$)`,
        'i',
      ),
    },
    { at: new RegExp(`^(.*/${py}-${VERSION}(?:-[\\w.]+)*\\.(?:whl|tar\\.gz|zip))$`, 'i') },
    { at: new RegExp(`^(.*node_modules/${js})/package\\.json$`), manifest: (path) => path },
    { at: new RegExp(`^(.*/${bare}-${VERSION}\\.tgz)$`) },
    { at: new RegExp(`^(.*pkg/mod/${go}@${VERSION})(?:/|$)`) },
    { at: new RegExp(`^(.*/cache/download/${go}/@v/${VERSION}\\.(?:zip|mod|info))$`) },
    {
      at: new RegExp(
        `^(.*(?:registry/(?:src|cache)/[^/]+|gems)/${bare}-${VERSION}(?:\\.crate|\\.gem)?)(?:/|$)`,
      ),
    },
    { at: new RegExp(`^(.*/${bare}_${VERSION}(?:-[\\w.+~]+)?_\\w+\\.deb)$`) },
  ];
};

/** Looks at one path after the other; each copy is named once. */
export function packageCopies(name: string): (path: string) => PackageCopy | null {
  const known = shapes(name);
  const seen = new Set<string>();
  return (path) => {
    for (const { at, manifest } of known) {
      const [, place, version] = at.exec(path) ?? [];
      if (place === undefined) continue;
      if (seen.has(place)) return null;
      seen.add(place);
      return {
        path: place,
        version: version ?? null,
        ...(manifest !== undefined && { manifest: manifest(path) }),
      };
    }
    return null;
  };
}
