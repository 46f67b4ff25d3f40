import { isHan } from "./chars.ts";

/** English stop words of questions about code. */
const ENGLISH: ReadonlySet<string> = new Set(
  ("the a an of to in is it and or for on with this that be as at by if are was not from have has " +
    "had but when which would should could can may might will do does did doing you your we our my " +
    "me he she they them their its there here what how where why who so then than just also using " +
    "use used i am been being some any all no yes vs eg ie etc please tell show about into").split(" "),
);

/** True if `word` (lower case) is an English stop word. */
export function isStopWord(word: string): boolean {
  return ENGLISH.has(word);
}

/** Words that people use about any code, besides stop words; Chinese ones by their parts. */
const ASKING: ReadonlySet<string> = new Set(
  ("accept accepts actually add app application args argument arguments body bug call called calls " +
    "change check class classes code codebase constant current declaration declare declared define " +
    "defined defines definition describe enum error exactly explain field file files find fix function " +
    "functions give handle handled happen happening happens hook implement implementation implemented " +
    "implements inside interface internally internals issue know like line lines live lives located " +
    "location logic look looks macro make mean meaning means method methods module need now parameter " +
    "parameters problem project property purpose repo repository responsible return returned returns s " +
    "see signature source struct take takes trait type understand us variable want whats work working " +
    "works written 代码 项目 函数 方法 文件 定义 实现 使用 调用 修改 问题 报错 哪里 看 看看 解释 说明 介绍 讲讲 讲解 告诉 知道 了解 一下 里面 内部 结构体 接口 宏 " +
    "变量 常量 字段 属性 模块 类 源码 源代码 仓库 声明 位置 位于 逻辑 原理 作用 功能 意思 工作 机制 具体 到底 究竟 哪儿 哪个 怎么样 什么 用来 运作 如何 怎么 怎样 负责 处理 " +
    "流程 过程").split(" "),
);
/** Numbers of characters of the Chinese ones, the longest first. */
const SIZES = [3, 2, 1];

/** True if a word (lower case) or a run of Chinese is used about any code, and not about some. */
export function isAsking(word: string): boolean {
  if (ASKING.has(word) || word === "") return true;
  const size = isHan(word.charCodeAt(0)) ? SIZES.find((one) => ASKING.has(word.slice(0, one))) : undefined;
  return size !== undefined && isAsking(word.slice(size));
}
