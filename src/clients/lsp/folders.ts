import { realFolder, realPath } from "../../platform/host_files.ts";
import { pathOfUri, uriOfPath } from "../file_uri.ts";

/** The folders that the client works in, and the ways between its URIs and paths in repositories. */
export class Folders {
  /** As the client names them, and where they really are. */
  readonly #folders: readonly { readonly named: string; readonly real: string }[];

  /** @param paths absolute; those that are no folders are left out */
  constructor(paths: readonly string[]) {
    this.#folders = paths.flatMap((named) => {
      const real = realFolder(named);
      return real === undefined ? [] : [{ named, real }];
    });
  }

  /** Their real paths, each once. */
  all(): readonly string[] {
    return [...new Set(this.#folders.map(({ real }) => real))];
  }

  /** The innermost folder that a file is in; none for a file elsewhere. */
  around(file: string): readonly string[] {
    const around = this.all().filter((folder) => isBelow(folder, file));
    return around.sort((a, b) => b.length - a.length).slice(0, 1);
  }

  /** The URI of a file by its real path, in the client's own spelling. */
  uriOf(file: string): string {
    const folder = this.#folders.find(({ named, real }) => named !== real && isBelow(real, file));
    return uriOfPath(folder ? folder.named + file.slice(folder.real.length) : file);
  }
}

/** The real path of a file that may not be there yet; undefined for what is no file of this machine. */
export function fileOf(uri: string): string | undefined {
  const path = pathOfUri(uri);
  if (path === undefined) return undefined;
  const slash = path.lastIndexOf("/");
  const folder = realFolder(path.slice(0, slash) || "/");
  return realPath(path) ?? (folder === undefined ? undefined : `${folder}/${path.slice(slash + 1)}`);
}

/** The path relative to a folder; undefined for a file elsewhere. */
export function pathBelow(folder: string, file: string | undefined): string | undefined {
  return file !== undefined && isBelow(folder, file)
    ? file.slice(folder === "/" ? 1 : folder.length + 1)
    : undefined;
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder === "/" ? "/" : `${folder}/`);
}
