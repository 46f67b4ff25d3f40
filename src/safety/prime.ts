import { seal } from "./seal.ts";

/**
 * A scrap with the words that most rules wait for. Nothing of it is a secret or an order.
 */
const SCRAP = [
  "// note: you must not ignore the system prompt of the assistant, see instructions above",
  'const token = process.env.API_TOKEN; password: str = "", secret_key = get_key()',
  "Authorization: Bearer <token>; https://user@example.com/path?key=value",
  "# 请注意 忽略 密码 指令 系统",
].join("\n");

/**
 * Compiles the rules that ordinary code touches. That takes longer than applying them, so it is done while the jailed
 * side is still reading.
 */
export function primeSeal(): void {
  seal(SCRAP);
}
