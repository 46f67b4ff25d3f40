/** Longer prompts say more than what they ask about. UTF-16 units. */
const LONGEST = 160;

/** A name as code writes it, with its owners: `get_or_create`, `QuerySet.get_or_create()`, `store::Shard`. */
const NAME = /[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*/g;

/** Words of such a question beside the name. */
const ASKING: ReadonlySet<string> = new Set(
  ("a about accept accepts actually an and are args argument arguments body can check class code codebase " +
    "constant could current declaration declared define defined defines definition describe do does enum " +
    "exactly explain field file find for function give happening happens handled hook how i implement " +
    "implementation implemented implements in inside interface internally internals is it its know like live " +
    "lives located location logic look looks macro me mean meaning means method module now of our parameter " +
    "parameters please project property purpose repo repository responsible return returned returns s see " +
    "show signature source struct take takes tell the there this to trait type understand us variable want " +
    "we what whats where which work working works would written you").split(" "),
);

/** The same in Chinese. */
const ASKING_CHINESE =
  /请问?|帮我?|麻烦|看一?看|看一?下|解释|说明|介绍|讲讲|讲解|讲|告诉|我|想|知道|了解|一下|这个|那个|这|那|该|个|里面|内部|函数|方法|结构体|接口|宏|变量|常量|字段|属性|模块|类|代码|源码|源代码|文件|项目|仓库|实现|定义|声明|位置|位于|逻辑|原理|作用|功能|意思|工作|机制|具体|到底|究竟|是|在|哪里|哪儿|哪个|哪|里|怎么样|怎么|怎样|如何|什么|干嘛|干|做|用来|有|运作|的|了|呢|吗|和|以及/g;

/** The one word of a prompt that is none of asking: a name, if the repository has it. Undefined where there are more, or none. */
export function loneName(prompt: string): string | undefined {
  const text = prompt.trim();
  if (text.length > LONGEST) return undefined;
  const isLeft = (word: string): boolean => !ASKING.has(word.toLowerCase());
  const named = new Set((text.match(NAME) ?? []).filter(isLeft));
  const rest = text.replace(NAME, " ").replace(ASKING_CHINESE, " ");
  return named.size > 1 || /[\p{L}\p{N}/]/u.test(rest) ? undefined : [...named][0];
}
