/** Runs `gagar integrity`: groups in, who is in question out, rates at the end. */
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import { integrityRates } from '../../src/integrity/record.js';
import { environment } from '../environment.js';
import { EXIT } from '../exit.js';
import { openBench } from '../grade/bench.js';
import { type Examined, examineGroups } from '../integrity/examine.js';
import { ratesText, recordText } from '../integrity/text.js';
import { listenForInterrupt } from './lifetime.js';

export interface IntegrityCommand {
  readonly json?: boolean;
  readonly concurrency: string;
  readonly dockerHost?: string;
}

const Concurrency = z.coerce.number().int().min(1).max(256);

/** @throws Fault usage for an option, Fault input for a path that cannot be used. */
export async function runIntegrity(paths: readonly string[], options: IntegrityCommand): Promise<void> {
  const { json = false } = options;
  const concurrency = Concurrency.safeParse(options.concurrency);
  if (!concurrency.success)
    throw new Fault('usage', `--concurrency: ${options.concurrency} is no whole number from 1 to 256`);
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  const examined = await examineGroups(paths, {
    bench,
    dockerHost: options.dockerHost ?? environment.dockerHost(),
    concurrency: concurrency.data,
    signal: interrupt.signal,
    onExamined: (one) => write(one, json),
  });
  const records = examined.flatMap((one) => ('record' in one ? [one.record] : []));
  const rates = ratesText(integrityRates(records));
  if (json) process.stderr.write(rates);
  else process.stdout.write(`\n${rates}`);
  const failed = examined.length - records.length + records.filter(({ problem }) => problem !== null).length;
  if (failed > 0) process.exitCode = EXIT.some_failed;
}

function write(examined: Examined, json: boolean): void {
  if ('record' in examined)
    process.stdout.write(json ? `${JSON.stringify(examined.record)}\n` : recordText(examined.record));
  else {
    const { fault, file, line, group_id } = examined;
    if (json) process.stdout.write(`${JSON.stringify({ group_id, file, line, error: faultText(fault) })}\n`);
    else process.stderr.write(`gagar: ${faultText(fault)}\n`);
  }
}
