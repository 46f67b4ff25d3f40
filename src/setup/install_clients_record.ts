import { z } from "zod";
import { parseObject } from "../model/json.ts";
import { PATH } from "./install_manifest.ts";

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
