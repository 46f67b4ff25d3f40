import { z } from "zod";
import { parseObject } from "../model/json.ts";

/** Absolute path. */
export const PATH: z.ZodString = z.string().startsWith("/");

const MANIFEST = z.object({
  version: z.literal(1),
  /** Folders that did not exist before, outermost first. */
  folders: z.array(PATH).readonly(),
  /** The copied executable. */
  binary: PATH,
  /** Symlinks to the executable; `displaced` is the former entry, which comes back on removal. */
  links: z.array(z.object({ path: PATH, target: z.string(), displaced: PATH.exactOptional() })).readonly(),
  /** The change of the client's settings file; absent if they were not changed. */
  settings: z.object({
    path: PATH,
    /** Former content; absent if there was no file. */
    backup: PATH.exactOptional(),
    /** Hash of the written text: if it still holds, the file is unchanged and the backup can be restored. */
    sha256: z.string(),
    /** Containers made for our hooks. */
    created: z.array(z.string()).readonly(),
  }).exactOptional(),
});

/** Record of an installation, so that removing it leaves everything else as it was. */
export type Manifest = Readonly<z.infer<typeof MANIFEST>>;

/** One symlink to the executable. */
export type LinkRecord = Readonly<Manifest["links"][number]>;

/** The change made to the client's settings file. */
export type SettingsRecord = Readonly<NonNullable<Manifest["settings"]>>;

/** The manifest as text, with its keys in the order of the schema. */
export function encodeManifest(manifest: Manifest): string {
  return JSON.stringify(MANIFEST.parse(manifest), null, 2) + "\n";
}

/** Decodes a manifest; undefined if it is missing, damaged or of an unknown version. */
export function decodeManifest(text: string | undefined): Manifest | undefined {
  return MANIFEST.safeParse(parseObject(text)).data;
}
