import { expect, test } from 'vitest';
import type { ToolKind } from '../../../src/events/event.js';
import { readCall } from '../../../src/events/tools.js';

test.each<[string, unknown, ToolKind]>([
  ['bash', { command: 'ls' }, 'shell'],
  ['functions.bash', { cmd: 'ls' }, 'shell'],
  ['container.exec', { cmd: ['bash', '-lc', 'ls'] }, 'shell'],
  ['run_bash_cmd', { command: 'ls' }, 'shell'],
  ['execute_ipython_cell', { code: 'print(1)' }, 'shell'],
  ['str_replace_editor', { command: 'view', path: 'a' }, 'read'],
  ['str_replace_editor', { command: 'str_replace', path: 'a', old_str: 'x', new_str: 'y' }, 'edit'],
  ['str_replace_based_edit_tool', { command: 'create', path: 'a' }, 'edit'],
  ['Edit', { file_path: 'a' }, 'edit'],
  ['MultiEdit', { file_path: 'a', edits: [] }, 'edit'],
  ['apply_patch', { patch: '*** Begin Patch' }, 'edit'],
  ['Read', { file_path: 'a' }, 'read'],
  ['mcp__files__read_file', { path: 'a' }, 'read'],
  ['list_dir', {}, 'read'],
  ['Grep', { pattern: 'x', path: '.' }, 'search'],
  ['search_code', { query: 'x' }, 'search'],
  ['WebFetch', { url: 'http://x' }, 'web'],
  ['web_search', { query: 'x' }, 'web'],
  ['Task', { prompt: 'x' }, 'task'],
  ['spawn_agent', {}, 'task'],
  ['think', { thought: 'x' }, 'other'],
  ['submit', {}, 'other'],
  ['constructor', {}, 'other'],
  ['my_runner', { command: 'ls' }, 'shell'],
  ['my_tool', { path: 'a', content: 'x' }, 'edit'],
  ['my_tool', { path: 'a' }, 'read'],
  ['my_tool', { path: 'a', pattern: 'x' }, 'search'],
  ['my_tool', { url: 'http://x' }, 'web'],
  ['my_tool', { __proto__: null, constructor: 'x' }, 'other'],
  ['', {}, 'other'],
])('%s %j does %s', (tool, args, kind) => {
  expect(readCall('1', tool, JSON.stringify(args)).kind).toBe(kind);
  expect(readCall('1', tool, args).kind).toBe(kind);
});

test('a command is shown as it is; other arguments stand one a line, longer ones indented', () => {
  expect(readCall(null, 'bash', { command: 'ls\n-la' })).toMatchObject({
    text: 'ls\n-la',
    command: 'ls\n-la',
  });
  expect(readCall(null, 'bash', { command: 'ls', timeout: 5 }).text).toBe('command: ls\ntimeout: 5');
  const { text } = readCall(null, 'write', { path: 'a', content: 'x\npath: b', 'odd\nname': { deep: [1] } });
  // The content cannot pose as another argument.
  expect(text).toBe('path: a\ncontent:\n  x\n  path: b\n"odd\\nname": {"deep":[1]}');
});

test.each<[string, unknown, string[]]>([
  ['edit', { path: 'a.py', file_path: 'b.py' }, ['a.py', 'b.py']],
  ['read_files', { paths: ['a', 'b', 3, null] }, ['a', 'b']],
  ['read_many_files', { files: [{ path: 'a' }, { path: 'b' }] }, ['a', 'b']],
  [
    'apply_patch',
    { input: '*** Begin Patch\n*** Update File: src/a.py\n*** Add File: b.py\n*** Move to: c.py\n' },
    ['src/a.py', 'b.py', 'c.py'],
  ],
  ['bash', { command: "git apply <<'P'\n--- a/x.py\n+++ b/x.py\nP" }, ['x.py']],
  ['bash', { cmd: ['sh', '-c', 'echo 1 > n.txt'] }, ['n.txt']],
  ['edit', { path: '/dev/null' }, []],
  ['edit', { path: '@@\nnot a path' }, []],
])('%s %j touches %j', (tool, args, files) => {
  expect(readCall(null, tool, args).files).toEqual(files);
});

test('names, commands and file lists are bounded, texts are not', () => {
  const long = 'x'.repeat(10_000);
  const call = readCall(null, long, {
    command: long,
    paths: Array.from({ length: 99 }, () => long + Math.PI),
  });
  expect(call.tool.length).toBeLessThan(200);
  const shell = readCall(null, 'bash', { command: long });
  expect(shell.command?.length).toBeLessThan(500);
  expect(shell.text).toBe(long);
  expect(call.files.every((path) => path.length < 400)).toBe(true);
});

test('deeply nested arguments are shown as such', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(readCall(null, 'x', { deep }).text).toBe('deep: [part: deeply nested value]');
  expect(readCall(null, 'x', [deep])).toMatchObject({
    text: '[part: arguments]',
    notes: ['malformed_arguments'],
  });
});
