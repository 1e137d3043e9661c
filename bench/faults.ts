/** Injects 10,000 seeded faults at the provider port and prints how each kind ended: `npx tsx bench/faults.ts [count] [seed]`. */
import { injectFaults, longestStallMs } from '../test/support/faults.js';

const [count = '10000', seed = 'bench'] = process.argv.slice(2);
const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

const started = performance.now();
const reports = await injectFaults(seed, Number(count));
const seconds = (performance.now() - started) / 1000;

const table: Record<string, Record<string, number>> = {};
for (const { fault, stop } of reports) {
  table[fault] ??= {};
  table[fault][stop] = (table[fault][stop] ?? 0) + 1;
}
for (const [fault, stops] of Object.entries(table)) console.log(fault.padEnd(18), JSON.stringify(stops));
const over = reports.map((report) => report.over).sort((a, b) => a - b);
console.log(
  `${reports.length} faults in ${seconds.toFixed(1)} s; latest turn ${over.at(-1)?.toFixed(0)} ms past its deadline`,
  `(99.9 %: ${over[Math.floor(over.length * 0.999)]?.toFixed(0)} ms, longest stall of the process itself ${longestStallMs().toFixed(0)} ms); unhandled rejections: ${unhandled.length}`,
);
if (unhandled.length > 0) process.exitCode = 1;
