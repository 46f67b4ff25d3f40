/** Words that say a prompt is about code but not about which code. */
export const VAGUE_WORDS: ReadonlySet<string> = new Set(
  ("bug bugs error errors issue issues problem problems broken failing fails fail failed crash crashes crashed code test tests " +
    "again refactor optimize optimise improve debug clean cleanup function file wrong review check update same build compile " +
    "错误 报错 代码 bug 优化 重构 优化一下 重构一下 修下 报错了 调试 调试一下 测试 失败 出错 修好 不行 改进 检查 检查一下")
    .split(" "),
);
