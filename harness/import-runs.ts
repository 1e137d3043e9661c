/** `importRuns` as the library offers it: its faults are read by their message alone. */
import { type ImportedGroup, type ImportRequest, importRuns as importInto } from '../sandbox/import/run.js';
import { Fault } from '../src/fault.js';
import { placed } from '../src/fault-text.js';

/** @throws Fault usage or input where nothing can be imported, Fault cancelled; what fails of one group is its `fault` */
export async function importRuns(request: ImportRequest): Promise<readonly ImportedGroup[]> {
  try {
    const { events = {} } = Object(request) as ImportRequest;
    const groups = await importInto(
      request?.events === undefined
        ? request
        : {
            ...request,
            events: {
              ...events,
              refused: (fault) => events.refused?.(placed(fault)),
              ended: (group) => events.ended?.(readable(group)),
            },
          },
    );
    return groups.map(readable);
  } catch (error) {
    throw error instanceof Fault ? placed(error) : error;
  }
}

const readable = (group: ImportedGroup): ImportedGroup =>
  group.fault === null ? group : { ...group, fault: placed(group.fault) };
