import assert from "node:assert/strict";
import { asksForFlow, endsOf } from "../../src/intent/flow.ts";
import { readIntent } from "../../src/intent/intent.ts";

Deno.test("flow: prompts that ask by which steps something gets from one place to another", () => {
  for (
    const prompt of [
      "How does an order get from the cart to the warehouse?",
      "what happens when the parser meets an unknown token, end to end?",
      "walk me through the startup of the server",
      "trace the path of a message from the queue to its handler",
      "from main to the first printed line: which functions are involved",
      "How does an annotated method become a request?",
      "从点击保存到写入数据库，中间经过哪些函数？",
      "订单的完整处理流程是怎样的",
      "收到 SIGTERM 之后发生了什么？",
      "消息是怎么从队列到达回调的？",
      "Which functions are called between the click and the first request?",
      "I drop a file into the folder. What runs between the event and the import?",
      "Trace Store.save() until the page is on disk: locks, buffers, flushes",
      "walk through a rolling restart: from the signal to every worker being replaced",
      "from `shop pack orders/` to the list of parcels that are sent: filters, limits, labels",
      "跟一下 Store.save()：哪些锁、哪些缓冲区",
      "讲一遍滚动重启：主进程先做什么，worker 怎么换掉",
      "从合并选项、经过中间件，再到连接池",
      "从 `shop pack` 到要寄出的包裹列表：过滤、限额、标签",
      "Follow an order: from the cart up to the warehouse. Where does the tax come in?",
    ]
  ) assert.ok(asksForFlow(prompt), prompt);
});

Deno.test("flow: places, changes and other questions are no flows", () => {
  for (
    const prompt of [
      "Where is the token parsed?",
      "How does the cache work?",
      "what happens if I change the signature of parseToken to return null?",
      "如果修改 parseToken 的返回类型，会发生什么？",
      "who calls parseToken?",
      "add a step to the startup",
      "which tests cover the queue?",
      "what runs on port 8080?",
      "give me an overview of the worker pool",
      "从缓存读取的值在哪里校验？",
    ]
  ) assert.ok(!asksForFlow(prompt), prompt);
});

Deno.test("flow: what the prompt says the way begins and ends with", () => {
  for (
    const [prompt, first, last] of [
      ["How does an order get from the cart to the warehouse?", "an order the cart", "the warehouse"],
      ["Trace a call of open() until the page is on disk", "a call of open()", "the page is on disk"],
      ["log() 之后，一条记录是怎么写到文件里的？", "log()", "文件里"],
      ["how does a job travel to the worker?", "a job", "the worker"],
      ["what happens between open() and the first read", "open()", "the first read"],
      ["从收到请求到调用回调的完整流程", "收到请求", "调用回调"],
      ["how does a job travel through the queue until my worker runs?", "a job", "my worker runs"],
      ["between open() and the first read: which functions run?", "open()", "the first read"],
      [
        "how does a query get from the manager to SQL, and which functions run?",
        "a query the manager",
        "SQL",
      ],
      ["订单是怎么从购物车到达仓库的？", "订单 购物车", "仓库"],
      ["调用 Store.save 之后，经过哪些步骤，最后在哪里写盘？", "调用 Store.save", "写盘"],
      ["调用 Store.save 时里面发生了什么？", "调用 Store.save ", undefined],
      ["what happens inside Store.save?", "Store.save", undefined],
      ["what happens when I call Store.save, end to end?", "I call Store.save", undefined],
      ["收到 SIGTERM 之后，发生了什么？", "收到 SIGTERM ", undefined],
      [
        "Trace an order: from the cart up to the warehouse. Where does the tax come in?",
        "an order the cart",
        "the warehouse",
      ],
      ["trace the path of a query from the manager into SQL", "a query the manager", "SQL"],
      ["trace the path from the manager into SQL", "the manager", "SQL"],
      ["What happens step by step when a job is due, up to the mail?", "a job is due", "the mail"],
      ["how does a call get from `run();` to the log?", "a call `run();`", "the log"],
      ["新建订单之后，到仓库收到通知，依次经过哪些步骤？", "新建订单", "仓库收到通知"],
      [
        "在网页上保存配置之后，另一台机器上的监听器是怎么被回调的？",
        "在网页上保存配置",
        "另一台机器上的监听器是怎么被回调",
      ],
    ] as const
  ) assert.deepEqual(endsOf(prompt), { first, ...(last !== undefined && { last }) }, prompt);
  assert.equal(endsOf("how does the cache work"), undefined);
});

Deno.test("flow: a verb of movement does not speak against code in such a question", () => {
  const symbols = { isComplete: true, has: (name: string) => name === "Apply", hasUncommon: () => false };
  assert.notEqual(
    readIntent("How does Apply(cmd) travel to the log, step by step?", { symbols }).kind,
    "none",
  );
  assert.equal(readIntent("how does my parcel travel to the shop").kind, "none");
});
