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

const TEXTS = z.array(z.string()).readonly();

const ENTRY = z.object({
  /** The target of `install` it belongs to, such as `codex-mcp`. */
  target: z.string(),
  /** Keys from the root of the file; absent for hooks and plug-ins, which are known by their program. */
  path: TEXTS.exactOptional(),
  /** The written values. */
  values: z.record(z.string(), z.union([z.string(), TEXTS])).exactOptional(),
});

const RECORD = z.object({
  path: PATH,
  /** Hash of the written text: if it still holds, the file is unchanged. */
  sha256: z.string(),
  /** Former content; absent if there was no file. */
  backup: PATH.exactOptional(),
  /** Folders made for it, outermost first. */
  folders: z.array(PATH).readonly().exactOptional(),
  entries: z.array(ENTRY).readonly(),
});

/** One addition of an installation to a client's file. */
export type ClientEntry = Readonly<z.infer<typeof ENTRY>>;

/** The change of an installation in a client's file. */
export type ClientRecord = Readonly<z.infer<typeof RECORD>>;

/** The records as text, with their keys in the order of the schema. */
export function encodeRecords(records: readonly ClientRecord[]): string {
  return JSON.stringify({ version: 1, files: records.map((one) => RECORD.parse(one)) }, null, 2) + "\n";
}

/** Decodes records; none if the text is missing or damaged: then no client's file is changed on removal. */
export function decodeRecords(text: string | undefined): ClientRecord[] {
  const { version, files } = parseObject(text) ?? {};
  if (version !== 1 || !Array.isArray(files)) return [];
  return files.flatMap((file) => RECORD.safeParse(file).data ?? []);
}
