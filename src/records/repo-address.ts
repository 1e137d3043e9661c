/** Decides what a repository address is before any program sees it: a path of this machine, or an https or ssh address. */
import { Fault } from '../fault.js';
import { quoted } from './field.js';

export type RepoAddress =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'remote'; readonly url: string };

const FORMS =
  'give a local folder, bare repository or bundle, or an https://, ssh:// or user@host:path address';
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const USER = String.raw`[A-Za-z0-9_][\w.+-]*`;
const AT = String.raw`(?:${HOST}|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?/(?!-)\S*$`;
const REMOTE = [
  new RegExp(String.raw`^https://(?:[^@/\s]*@)?${AT}`, 'i'),
  // Plain http stays on this machine.
  /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d{1,5})?\/(?!-)\S*$/i,
  new RegExp(`^ssh://(?:${USER}@)?${AT}`, 'i'),
  new RegExp(String.raw`^${USER}@${HOST}:(?!/?-)[^\s:]\S*$`),
];
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Percent escapes of control characters: a credential helper reads them as lines of its own. */
const ESCAPED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/**
 * Sorts `task.repo.url` or `.path` into a local path (folder, bare repository or bundle; a relative one starts at the
 * group's folder) or a remote address. What git could take for an option, a helper program (`ext::`), a `file:`
 * address, a host or a second line never passes.
 * @throws Fault input
 */
export function checkRepoAddress(address: string, field = 'task.repo'): RepoAddress {
  const isRemote = REMOTE.some((form) => form.test(address));
  const reason = isRemote ? hiddenReason(address) : refusedReason(address);
  if (reason !== null)
    throw new Fault('input', `is ${quoted(redactAddress(address))}, which ${reason}; ${FORMS}`, { field });
  return isRemote ? { kind: 'remote', url: address } : { kind: 'local', path: address };
}

const hiddenReason = (address: string): string | null =>
  ESCAPED_CONTROL.test(address) || CONTROL.test(address) ? 'holds a control character' : null;

function refusedReason(address: string): string | null {
  if (CONTROL.test(address)) return 'holds a control character';
  if (address.trim() === '') return 'is blank';
  if (address.startsWith('-')) return 'reads like an option (./ in front makes it a path)';
  if (/^[\w.+-]*::/.test(address)) return 'would run a helper program';
  if (/^[\w.+-]+:\/\//.test(address)) return 'is not of an allowed scheme and host';
  // Before the first slash, git takes a colon for the end of a host name.
  if (/^[^/]*:/.test(address)) return 'names a host without a user (./ in front makes it a path)';
  return null;
}

/** The address without the secret that may stand before its `@`: for messages and results. */
export const redactAddress = (address: string): string =>
  address.replace(/^([A-Za-z][\w.+-]*:\/\/)[^/@]*@/, '$1…@');
