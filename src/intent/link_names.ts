import { routePath } from "../model/links.ts";
import { readQuestion } from "./question.ts";

const MOST = 5;
const ROUTE =
  /(?<![\w./~:])(?:(GET|POST|PUT|PATCH|DELETE|HEAD)\s+)?(?:https?:\/\/[^\s/"'`]+)?(\/[a-z][\w\-.:{}<>$*/]*)/gi;
const TOPIC = /^[A-Za-z][\w.:-]{2,79}$/;

/** Returns names in a prompt that other repositories may share: routes such as `POST /orders`, topics, procedures. */
export function linkNames(prompt: string): readonly string[] {
  const routes = [...prompt.slice(0, 4000).matchAll(ROUTE)].flatMap(([, method, path]) => {
    const plain = routePath(path!.replace(/[.:]+$/, ""));
    return plain === undefined ? [] : [method === undefined ? plain : `${method.toUpperCase()} ${plain}`];
  });
  const { identifiers, phrases } = readQuestion(prompt).terms;
  return [...new Set([...routes, ...[...identifiers, ...phrases].filter((one) => TOPIC.test(one))])].slice(
    0,
    MOST,
  );
}
