import assert from "node:assert/strict";
import { asksForOverview } from "../../src/intent/overview.ts";

Deno.test("overview: a question for the whole repository is short", () => {
  const question = "how does this repo work";
  assert.equal(asksForOverview(question.padEnd(120)), true);
  assert.equal(asksForOverview(question.padEnd(121)), false);
});

const WHOLE = [
  "Explain this repository and how to run the tests",
  "what is in this repo and how do I run the tests?",
  "how do I build and run it?",
  "how to install this project",
  "describe the project",
  "summarize our code base",
  "walk me through this app",
  "tell me about the program",
  "understand this repository",
  "what does this project do",
  "overview of the project",
  "a quick tour of this repo",
  "i need a high-level overview of this repo",
  "give me a short summary of this project",
  "show me how to run it",
  "explain this repository and how to run its tests",
  "what is this project and how do I build it and run the tests?",
  "how is this repo organised, and how do I run the specs?",
  "how is the code organized?",
  "what are the main modules of this project?",
  "what's the project structure",
  "I'm new to this codebase, where should I start reading?",
  "介绍一下这个项目，各模块负责什么，本地怎么启动？",
  "这个仓库是做什么的？怎么编译、怎么跑测试？",
  "测试怎么跑？",
  "give me an overview of this repository: main parts, entry points, how to run the tests",
  "explain this project to a newcomer: what are the layers and where should I start reading?",
  "explain this repository to me: what are its modules and where is the core?",
  "how do I run the tests of this project",
  "how do I run this project's tests?",
  "how do we start the development server",
  "How do I build and test it here?",
  "这个项目的测试怎么跑",
  "怎么运行这个仓库的单元测试？",
  "怎么搭建开发环境",
  "如何把这个项目跑起来",
  "这个项目有哪些模块",
  "代码应该从哪里看起？",
  "项目结构是怎样的",
  "这个程序有什么用",
  "代码库概览",
  "讲一下整个工程",
  "介绍一下这个仓库，怎么编译和运行测试？",
  "这个项目是做什么的？各个模块分别负责什么，怎么本地启动？",
];
const OTHER = [
  "explain this repository and how the scheduler wakes up",
  "how do I run the migrations",
  "how do I test a handler that panics?",
  "how do I run the migrations and test the client?",
  "where do I start the worker",
  "explain this repository: the parser",
  "main parts, entry points",
  "how do I run the tests for the parser",
  "how do I run the proxy in this project",
  "how do I start the server in debug mode",
  "what are the main modules of the parser?",
  "订单模块是做什么的",
  "怎么部署定时任务",
  "what is in this function",
  "怎么运行定时任务",
  "这个项目怎么处理登录？",
  "?",
];

Deno.test("overview: several questions for the whole in one prompt, and nothing else beside them", () => {
  for (const prompt of WHOLE) assert.equal(asksForOverview(prompt), true, prompt);
  for (const prompt of OTHER) assert.equal(asksForOverview(prompt), false, prompt);
});
