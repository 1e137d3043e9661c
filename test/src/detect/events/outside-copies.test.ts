import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../../src/events/event.js';
import { detect, voice } from '../../../support/detect.js';

const TASK = {
  id: 'acme__widget-12',
  package: { name: 'acme_widget', version: '1.2' },
};
const spec = (event: Partial<TraceEvent>) => ({
  base: { 'a.py': 'x = 1\n' },
  task: TASK,
  candidates: [{ id: 'a', files: { 'a.py': 'x = 2\n' }, events: [event] }],
});
const page = 'diff --git a/a.py b/a.py\n';

test.each([
  {
    title: 'the patch of a pull request',
    input: 'curl -s https://github.com/acme/widget/pull/13.patch',
    output: page,
    says: 'shown',
  },
  {
    title: 'a raw file',
    input:
      'python3 -c \'import urllib.request as u; u.urlopen("https://raw.githubusercontent.com/acme/widget/main/a.py")\'',
    output: page,
    says: 'shown',
  },
  {
    title: 'the API',
    input: 'wget -qO- https://api.github.com/repos/acme/widget/commits',
    output: '[]',
    says: 'shown',
  },
  {
    title: 'a clone',
    input: 'git clone --depth 1 https://github.com/acme/widget.git /tmp/w',
    output: 'Cloning into',
    says: 'shown',
  },
  {
    title: 'a web tool',
    input: '{"url": "https://github.com/acme/widget/issues/12"}',
    kind: 'web',
    output: page,
    says: 'shown',
  },
  {
    title: 'a web search',
    input: '{"query": "widget issue 12 fix"}',
    kind: 'web',
    output: page,
    says: 'shown',
  },
  {
    title: 'an attempt that failed',
    input: 'curl https://github.com/acme/widget/pull/13.patch',
    output: 'curl: (6) Could not resolve host: github.com',
    exit_code: 6,
    says: 'asked',
  },
  {
    title: 'a fetch without a remote',
    input: 'git fetch',
    output: "fatal: 'origin' does not appear to be a git repository",
    exit_code: null,
    says: 'asked',
  },
  {
    title: 'another project',
    input: 'curl https://github.com/other/lib/pull/1.patch',
    output: page,
    says: 'silent',
  },
  {
    title: 'documentation elsewhere',
    input: 'curl https://docs.python.org/3/library/re.html',
    output: page,
    says: 'silent',
  },
  {
    title: 'an address that is searched for',
    input: 'grep -rn "https://github.com/acme/widget" .',
    output: 'README: x',
    says: 'silent',
  },
  {
    title: 'an address that is written down',
    input: 'echo "see https://github.com/acme/widget" >> NOTES',
    output: '',
    says: 'silent',
  },
  {
    title: 'an edit that holds an address',
    input: 'curl https://github.com/acme/widget',
    kind: 'edit',
    output: 'ok',
    says: 'silent',
  },
] as const)('network_fetch: $title: $says', async ({ says, title: _, ...event }) => {
  expect(voice(await detect(spec(event)), 'network_fetch')).toBe(says);
});

test.each([
  {
    title: 'pip download of a later release',
    input: 'pip download acme-widget==1.3 --no-deps',
    output: 'Saved',
    says: 'shown',
  },
  {
    title: 'pip through python',
    input: 'python -m pip install -U "acme_widget>=1.3"',
    output: 'Successfully installed',
    says: 'shown',
  },
  { title: 'npm pack', input: 'npm pack acme-widget@2', output: 'acme-widget-2.tgz', says: 'shown' },
  { title: 'go get', input: 'go get example.com/acme/acme-widget@v2', output: 'go: added', says: 'shown' },
  {
    title: 'a registry that gave nothing',
    input: 'pip install acme-widget==1.3',
    output: 'ERROR: No matching distribution found',
    exit_code: 1,
    says: 'asked',
  },
  {
    title: 'the working tree',
    input: 'pip install -e . && pip install .',
    output: 'Successfully installed acme-widget',
    says: 'silent',
  },
  { title: 'another package', input: 'pip install pytest acme-widget-plugin', output: 'ok', says: 'silent' },
  { title: 'what is installed', input: 'pip show acme-widget', output: 'Version: 1.2', says: 'silent' },
  { title: 'dependencies of the tree', input: 'npm install', output: 'added 3 packages', says: 'silent' },
  {
    title: 'words about pip',
    input: 'echo pip install acme-widget',
    output: 'pip install acme-widget',
    says: 'silent',
  },
] as const)('registry_copy: $title: $says', async ({ says, title: _, ...event }) => {
  expect(voice(await detect(spec(event)), 'registry_copy')).toBe(says);
});
