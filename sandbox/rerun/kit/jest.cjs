/** A reporter for Jest: every assertion result with its names, file and status. */
const { appendFileSync } = require('node:fs');
const { basename } = require('node:path');

const sign = basename(__dirname);
const file = `${process.env.T_REPORT}/${sign}-jest-${process.pid}`;
const write = (event) => appendFileSync(file, `${JSON.stringify({ ...event, sign, runner: 'jest' })}\n`);
const STATES = {
  passed: 'pass',
  failed: 'fail',
  pending: 'skip',
  todo: 'skip',
  skipped: 'skip',
  disabled: 'skip',
};

module.exports = class {
  onTestResult(_test, { testResults, testFilePath }) {
    for (const { ancestorTitles, title, status } of testResults)
      write({ id: [...ancestorTitles, title].join(' > '), home: testFilePath, status: STATES[status] });
  }
};
