import assert from "node:assert/strict";
import { intentWith } from "../../src/engine/informed_intent.ts";
import { readIntent } from "../../src/intent/intent.ts";

/** The same prompt in English and in Chinese. */
const TWINS = `
who calls parseToken? | 谁调用了 parseToken？
who calls parseToken? | 哪些地方调用了 parseToken？
who calls parseToken? | parseToken 被哪些函数调用？
who calls parseToken? | 哪里用到了 parseToken？
find all callers of parseToken | 找出 parseToken 的所有调用方
what breaks if I change parseToken? | 改了 parseToken 会影响哪些地方？
what breaks if I change parseToken? | 如果修改 parseToken，会坏掉什么？
what would break if I remove parseToken | 删掉 parseToken 会有什么影响？
rename parseToken to readToken | 把 parseToken 重命名为 readToken
where is the retry delay computed? | 重试延迟是在哪里计算的？
where is the retry delay computed? | 哪段代码负责计算重试延迟？
where is the upload size limited | 上传大小在哪儿限制的
how does a request get from the socket to my handler? | 一个请求是怎么从 socket 走到我的处理函数的？
how does an order get from the cart to the warehouse? | 订单怎么从购物车一路走到仓库的？
trace a message from the queue to its handler | 跟踪一条消息从队列到处理函数的过程
what happens after a worker crashes? | 工作进程崩溃之后会发生什么？
walk me through the startup of the server | 带我走一遍服务器的启动过程
walk me through the login flow | 讲一下登录的完整流程
add support for CBOR next to JSON | 在 JSON 之外增加对 CBOR 的支持
which tests cover the cart? | 哪些测试覆盖了购物车？
which tests cover parseToken | parseToken 有哪些测试？
where is the cart tested? | 购物车的测试在哪里？
how do I run the tests? | 测试怎么跑？
explain this repository | 介绍一下这个项目
explain this repository | 这个仓库是做什么的？
what is this project? | 这个项目是干嘛的
give me an overview of the architecture | 讲讲整体架构
how do I build this? | 这个项目怎么编译？
why does the session expire too early? | 为什么会话过早过期？
why does the upload fail with 413? | 上传为什么报 413？
when was retry added? | 重试功能是什么时候加的？
who changed the login code last? | 登录代码最近是谁改的？
which files change most? | 哪些文件改动最频繁？
review my changes | 帮我看看我的改动
refactor the order service | 重构一下订单服务
fix the login bug | 修复登录的 bug
how does recovery work? | 故障恢复是怎么做的？
is formatPrice still used anywhere? | formatPrice 还有地方在用吗？
can I delete formatPrice safely? | formatPrice 可以安全删除吗？
which classes implement Storage? | 哪些类实现了 Storage？
what imports utils/date.ts? | 哪些文件引用了 utils/date.ts？
thanks | 谢谢
thanks, that works | 谢谢，可以了
good morning | 早上好
ok | 好的
yes please | 是的，麻烦了
how are you? | 你好吗？
what's the weather today? | 今天天气怎么样？
tell me a joke | 讲个笑话
write me a poem about the sea | 写一首关于大海的诗
what should I eat tonight? | 今晚吃什么？
translate this sentence into English | 把这句话翻译成英文
recommend a good movie | 推荐一部好电影
how do I cook rice? | 米饭怎么煮？
what is the capital of France? | 法国的首都是哪里？
who won the match yesterday? | 昨天的比赛谁赢了？
continue | 继续
looks good | 看起来不错
never mind | 算了
sorry, my mistake | 抱歉，我弄错了
see you tomorrow | 明天见
how much does a flight to Tokyo cost | 去东京的机票多少钱
`;

/** The kind that a prompt is taken for. */
async function kindOf(prompt: string): Promise<string> {
  return (await intentWith(prompt, readIntent(prompt), { notes: "" })).kind;
}

for (const line of TWINS.trim().split("\n")) {
  const [english, chinese] = line.split(" | ") as [string, string];
  Deno.test(`twins: ${chinese}`, async () => assert.equal(await kindOf(chinese), await kindOf(english)));
}

Deno.test("twins: each kind of question is among them", async () => {
  const kinds = new Set(
    await Promise.all(TWINS.trim().split("\n").map((line) => kindOf(line.split(" | ")[1]!))),
  );
  for (
    const kind of [
      "none",
      "impact",
      "locate",
      "explain",
      "modify",
      "test",
      "history",
      "debug",
      "review",
      "refactor",
    ]
  ) {
    assert.ok(kinds.has(kind), kind);
  }
});
