/** One small function in four languages, and the tests that name its answers. */

export const PY_TESTS = {
  'tests/test_slug.py':
    'def test_slug():\n    assert slug("Hello World!") == "hello-world"\n    assert fib(10) == 55\n',
};
export const JS_TESTS = {
  'test/slug.test.js': "it('slugs', () => {\n  expect(slug('Hello World!')).toBe('hello-world');\n});\n",
};
export const GO_TESTS = {
  'slug_test.go':
    'package p\n\nfunc TestSlug(t *testing.T) {\n\tcases := map[string]string{"Hello World!": "hello-world"}\n}\n',
};
export const SH_TESTS = {
  'test/slug.bats': '@test "slug" {\n  run slug "Hello World!"\n  [ "$output" = "hello-world" ]\n}\n',
};

export const py = (body: string) => `def slug(text):\n${body}`;
export const js = (body: string) => `export function slug(text) {\n${body}}\n`;
export const go = (body: string) => `package p\n\nfunc Slug(text string) string {\n${body}}\n`;
export const sh = (body: string) => `slug() {\n${body}}\n`;
export const PY_FIX = py('    return re.sub(r"\\W+", "-", text.strip().lower())\n');
