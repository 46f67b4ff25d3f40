/** Normalization of commit messages and author names: words are kept, addresses removed. */

import { oneLine } from "../model/text.ts";

const LONGEST_BODY = 4000;
const LONGEST_SUBJECT = 200;
const LONGEST_NAME = 80;

/** Trailers such as `Signed-off-by: Someone`, including the name, and the ids left by old converters. */
const TRAILER = /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-(?:by|to|id)|git-svn-id|Change-Id|Cc|CC)\s*:.*$/gim;
const ADDRESS = /<?[\w.+-]+(?:@|\(at\))[\w-]+(?:\.[\w-]+)+>?/g;
const LINK = /\bhttps?:\/\/\S+/g;

/** First line of a message, at most 200 characters. */
export function subjectOf(message: string): string {
  const end = message.indexOf("\n");
  return withoutAddresses((end < 0 ? message : message.slice(0, end)).trimEnd()).slice(0, LONGEST_SUBJECT);
}

/** Body of a message without trailers, addresses and links, at most 4,000 characters. */
export function bodyOf(message: string): string {
  const end = message.indexOf("\n");
  if (end < 0) return "";
  const body = message.slice(end + 1, end + 1 + 2 * LONGEST_BODY);
  const words = body.includes(":") ? body.replace(TRAILER, "").replace(LINK, "") : body;
  return withoutAddresses(words).trim().slice(0, LONGEST_BODY);
}

/** Author name without e-mail address. */
export function authorName(name: string): string {
  const at = name.indexOf("@");
  return oneLine(at < 0 ? name : name.slice(0, at)).slice(0, LONGEST_NAME);
}

function withoutAddresses(text: string): string {
  return text.includes("@") || text.includes("(at)") ? text.replace(ADDRESS, "") : text;
}
