/** Started with `node --import`: writes the URL of every module that is loaded to the file named by MODULE_LOG. */
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.MODULE_LOG, url + '\\n');
  return next(url, context);
}`)}`,
);
