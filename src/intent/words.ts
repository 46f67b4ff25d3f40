import index from "../../config/triggers.index.json" with { type: "json" };
import { listed, lookUp } from "../text/table.ts";

/** Words that carry nothing to search for, English. */
export const isStopWord = (word: string): boolean => listed(index.lists.stopWords, word);

/** Product and company names, and abbreviations, whose spelling looks like an identifier or a file. */
export const isProperName = (word: string): boolean => listed(index.lists.properNames, word);

/** Endings of files that belong to a repository, without the dot. */
export const isExtension = (ending: string): boolean => listed(index.lists.extensions, ending);

/** File names that need no ending or folder to be recognised. */
export const isBareFile = (name: string): boolean => listed(index.lists.bareFiles, name);

/** Words that say a prompt is about code but not about which code. */
export const isVague = (word: string): boolean => listed(index.lists.vague, word);

/** `-` for a Chinese function word, `+` for a word that contains one and stays whole, undefined for anything else. */
export const hanMark = (word: string): string | undefined => lookUp(index.han, word);
