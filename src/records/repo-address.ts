/** Decides what a repository address is before any program sees it: a path of this machine, or an https or ssh address. */
import { Fault } from '../fault.js';

export type RepoAddress =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'remote'; readonly url: string };

const FORMS =
  'give a local folder, bare repository or bundle, or an https://, ssh:// or user@host:path address';

/** Throws an `input` fault for every other form: option look-alikes, helpers (`ext::`), `file://`, control characters. */
export function checkRepoAddress(address: string, field = 'task.repo'): RepoAddress {
  const refuse = (why: string) =>
    new Fault('input', `${field}: ${JSON.stringify(redactAddress(address))} ${why}; ${FORMS}`, { field });
  if (address === '' || /[\u0000-\u001F\u007F]/.test(address))
    throw refuse('is empty or holds control characters');
  if (address.startsWith('-')) throw refuse('reads like an option');
  if (/^[A-Za-z0-9+.-]+::/.test(address)) throw refuse('would run a remote helper');
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(address)) {
    if (!isAllowedUrl(address)) throw refuse('is not of an allowed scheme and host');
    return { kind: 'remote', url: address };
  }
  if (/^[A-Za-z0-9_][\w.-]*@/.test(address) && address.includes(':')) {
    if (!/^[\w.-]+@[A-Za-z0-9][\w.-]*:[^-:]/.test(address)) throw refuse('is not of the form user@host:path');
    return { kind: 'remote', url: address };
  }
  return { kind: 'local', path: address };
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isAllowedUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, pathname } = new URL(address);
  // ssh takes a leading dash of host or user for an option of its own.
  if (!/^[A-Za-z0-9[]/.test(hostname) || decodeURIComponent(username).startsWith('-')) return false;
  if (pathname.startsWith('/-')) return false;
  return protocol === 'https:' || protocol === 'ssh:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** The address without the secret that may stand before its `@`: for messages and results. */
export const redactAddress = (address: string): string =>
  address.replace(/^([A-Za-z][A-Za-z0-9+.-]*:\/\/)[^/@]*@/, '$1…@');
