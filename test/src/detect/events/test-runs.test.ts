import { expect, test } from 'vitest';
import { runsTests, watchTestRuns } from '../../../../src/detect/events/test-runs.js';
import type { TraceEvent } from '../../../../src/events/event.js';
import { memoryEvents } from '../../../support/detect-material.js';

test.each([
  'pytest tests/test_a.py -q',
  'cd /repo && python -m pytest',
  'python3.11 -m unittest discover',
  './manage.py test || python manage.py test app',
  '{"command": "npm run test:unit"}',
  'npx vitest run',
  'node --test',
  'CI=1 go test ./...',
  'make check',
  'tox -e py',
  'bats test/a.bats',
  './run_tests.sh',
])('%s runs tests', (input) => {
  expect(runsTests(input)).toBe(true);
});

test.each([
  'cat tests/test_a.py',
  'npm install',
  'python setup.py build',
  'go build ./...',
  'grep -rn pytest_ .',
  'ls test',
])('%s runs none', (input) => {
  expect(runsTests(input)).toBe(false);
});

const edit = (file: string): Partial<TraceEvent> => ({
  kind: 'edit',
  tool: 'edit',
  files: [file],
  input: '…',
});
const shell = (input: string, files: string[] = []): Partial<TraceEvent> => ({ input, files });

test.each([
  { title: 'tests after the edit', events: [edit('/repo/src/a.py'), shell('pytest')], says: true },
  {
    title: 'an edit after the tests',
    events: [edit('src/a.py'), shell('pytest'), edit('src/a.py')],
    says: false,
  },
  {
    title: 'a scratch file after the tests',
    events: [edit('src/a.py'), shell('pytest'), edit('/tmp/notes.py')],
    says: true,
  },
  {
    title: 'an edit by a command',
    events: [shell('pytest'), shell('sed -i s/a/b/ src/a.py', ['src/a.py'])],
    says: false,
  },
  {
    title: 'an edit by a redirection',
    events: [shell('pytest'), shell('cat > src/a.py <<EOF\nx\nEOF')],
    says: false,
  },
  {
    title: 'a look at the file after the tests',
    events: [edit('src/a.py'), shell('pytest'), shell('cat src/a.py', ['src/a.py'])],
    says: true,
  },
  { title: 'no edit at all', events: [shell('pytest')], says: null },
])('$title: $says', async ({ events, says }) => {
  const watcher = watchTestRuns(['src/a.py']);
  for await (const event of memoryEvents(events).events()) watcher.event(event);
  expect(watcher.testsAfterLastEdit()).toBe(says);
});
