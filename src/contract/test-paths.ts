/** Whether a path looks like a test, by its name or its folder. */
export function isTestPath(path: string): boolean {
  return (
    /(?:^|\/)(?:__tests__|__mocks__|tests?|testdata|specs?|e2e)\//i.test(path) ||
    /[._-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|_test\.go$/.test(path)
  );
}
