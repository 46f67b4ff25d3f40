import { routePath } from "../model/links.ts";
import { readQuestion } from "./question.ts";

const MOST = 5;
const ROUTE =
  /(?<![\w./~:])(?:(GET|POST|PUT|PATCH|DELETE|HEAD)\s+)?(?:https?:\/\/[^\s/"'`]+)?(\/[a-z][\w\-.:{}<>$*/]*)/gi;
const TOPIC = /^[A-Za-z][\w.:-]{2,79}$/;

/** Routes in a prompt, such as `/health` and `POST /orders`, each once. */
export function routesIn(prompt: string): readonly string[] {
  const routes = [...prompt.slice(0, 4000).matchAll(ROUTE)].flatMap(([, method, path]) => {
    const plain = routePath(path!.replace(/[.:]+$/, ""));
    return plain === undefined ? [] : [method === undefined ? plain : `${method.toUpperCase()} ${plain}`];
  });
  return [...new Set(routes)].slice(0, MOST);
}

/** Returns names in a prompt that other repositories may share: routes, topics, procedures. */
export function linkNames(prompt: string): readonly string[] {
  const { identifiers, phrases } = readQuestion(prompt).terms;
  const named = [...identifiers, ...phrases].filter((one) => TOPIC.test(one));
  return [...new Set([...routesIn(prompt), ...named])].slice(0, MOST);
}
