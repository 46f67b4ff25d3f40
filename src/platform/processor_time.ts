import process from "node:process";

/** Processor time used by all threads of this process, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
