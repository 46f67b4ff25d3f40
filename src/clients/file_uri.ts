/** The absolute path that a `file:` URI names, without a slash at its end; undefined for any other URI. */
export function pathOfUri(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    const path = decodeURIComponent(url.pathname).replace(/(.)\/+$/, "$1");
    return url.protocol === "file:" && url.host === "" && !path.includes("\0") ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The `file:` URI of an absolute path. */
export function uriOfPath(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}
