import process from "node:process";

/** Processor time that all threads of this process have used, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
