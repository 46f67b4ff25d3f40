import { hasCjk } from "../../text/chars.ts";

/** What a question says, and what it says only of the circumstances. */
export interface Matter {
  /** The question without circumstances; all of it where hardly anything would be left. */
  readonly matter: string;
  /** What was cut; "" for nothing. */
  readonly circumstances: string;
}

/** Shorter texts are questions of which each word counts; longer ones have parts of their own. UTF-16 units. */
const SHORTEST_REPORT = 80;
const SHORTEST_CHINESE_REPORT = 40;
const LONGEST_REPORT = 4000;
/** Share of the text that must be left. */
const LEAST_LEFT = 0.5;

/** What the asker wants the answer to be like, as the last sentence. UTF-16 units. */
const LONGEST_WISH = 120;
const ANSWER =
  /(?<=^|[.!?\n])\s*(?:please\s+)?(?:just\s+|only\s+)?(?:give me\s+)?(?:an?\s+)?(?:short|brief|quick|rough|high[- ]level)?\s*(?:overview|summary|outline|answer|explanation)(?:\s+(?:only|please|is enough|is fine|will do|suffices))*\s*[.!]?\s*$/i;

const PLACES = [
  "docker(?:[- ]compose)?|containers?|kubernetes|k8s|podman|helm|nginx|apache|caddy|traefik|haproxy|cloudflare|cdn",
  "(?:a |the )?reverse[- ]prox(?:y|ies)|load[- ]balancers?|vpn|lan|wsl2?|vms?|vps|nas|raspberry pi|staging|production|prod",
  "windows|linux|ubuntu|debian|fedora|alpine|arch|mac(?:os| os)?|os x|android|ios|iphones?|ipads?|phones?|laptops?|tablets?",
  "chrome|chromium|firefox|safari|edge|(?:my |the )?browsers?",
].join("|");
const EVENTS =
  "(?:re)?starts?|restarting|reboots?|rebooting|upgrades?|upgrading|downgrad\\w+|releases?|deploy(?:s|ments?|ing)?|redeploy\\w*|re-?install\\w*|(?:version )?bumps?";
const WORDS_BETWEEN =
  "(?:(?:a|an|the|my|our|their|its|his|last|latest|recent|new|next|each|every|any|own)\\s+)*";
const VERSION = "(?:\\s+(?:to\\s+)?v?\\d\\w*(?:\\.\\w+)*)?";

/** "behind nginx", "on Windows 11", "after the last upgrade to 2.4". */
const PHRASES = new RegExp(
  `\\b(?:(?:behind|inside|under|in|on|with|using|via|from|running)\\s+${WORDS_BETWEEN}(?:${PLACES})|` +
    `(?:after|since|before|on|upon|until)\\s+${WORDS_BETWEEN}(?:${EVENTS}))\\b${VERSION}(?=\\s*(?:[,.;:!)]|$|\\s(?:and|but|the|it|this|my|our|i|we|they|some|all)\\b))`,
  "gi",
);
/** "I use Firefox 120.", "We run it in Docker behind nginx." */
const SETTING = new RegExp(
  `^\\s*(?:(?:i|we|they|it|this)(?:'m|'re|'s| am| are| is| all)?\\s+)?(?:use|using|run|runs|running|host(?:ed|ing)?|deploy(?:ed)?|on|have)\\b.*\\b(?:${PLACES})\\b`,
  "i",
);
const FAILS =
  /\b(?:not?|never|cannot|can't|won't|doesn't|don't|isn't|wrong|fail\w*|error|crash\w*|lost|loses?|missing|instead|but|only|twice|still)\b|\?/i;

const CHINESE_PLACES =
  /重启|重新启动|升级|发版|改版|上线|部署|容器|反向代理|负载均衡|局域网|内网|生产环境|测试环境|浏览器|手机|电脑|服务器|docker|nginx|cdn|k8s|windows|linux|mac|chrome|firefox/i;
/** That something stands there, or was before. */
const CHINESE_SETTING = /(?:之?后|以后|以来|前面|后面|环境|在|用|挂|跑|装|部署|上周|昨天|最近)/;
const CHINESE_FAILS = /[不没未无错丢失败异误坏卡慢？?]|哪|什么|怎么|如何|为何|吗|是否/;
const LONGEST_CHINESE_CLAUSE = 24;

/**
 * Takes a report apart: what happens, and where and since when ("behind nginx", "after a restart", "I use Firefox", 重启之后又一切正常).
 * Of a sentence on how the answer should be ("Overview only.") nothing is left.
 */
export function matterOf(text: string): Matter {
  const end = Math.max(0, text.length - LONGEST_WISH);
  const asked = text.slice(0, end) + text.slice(end).replace(ANSWER, "");
  const plain = asked.trim() === "" ? text : asked;
  const least = hasCjk(text) ? SHORTEST_CHINESE_REPORT : SHORTEST_REPORT;
  if (plain.length < least || plain.length > LONGEST_REPORT) return { matter: plain, circumstances: "" };
  const cut: string[] = [];
  const take = (part: string): string => {
    cut.push(part.trim());
    return " ";
  };
  const sentences = plain.split(/(?<=[.!?](?=\s)|\n)/).map((sentence) =>
    SETTING.test(sentence) && !FAILS.test(sentence)
      ? take(sentence)
      : sentence.replace(PHRASES, (phrase) => take(phrase))
  ).join("");
  const matter = hasCjk(sentences) ? withoutClauses(sentences, take) : sentences;
  const isEnough = matter.trim().length >= LEAST_LEFT * plain.length;
  return isEnough ? { matter, circumstances: cut.join("\n") } : { matter: plain, circumstances: "" };
}

/** Without the Chinese clauses that say only where or since when. */
function withoutClauses(text: string, take: (part: string) => string): string {
  return text.split(/(?<=[，。；！？,;\n])/).map((clause) => {
    const isCircumstance = hasCjk(clause) && clause.length <= LONGEST_CHINESE_CLAUSE &&
      CHINESE_PLACES.test(clause) && CHINESE_SETTING.test(clause) && !CHINESE_FAILS.test(clause);
    return isCircumstance ? take(clause) : clause;
  }).join("");
}
