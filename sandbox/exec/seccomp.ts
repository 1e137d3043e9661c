/** A system call filter for bubblewrap as BPF bytes: shuts what reaches past namespaces and what no test needs. */

/** Numbers that differ between architectures; later calls are the same everywhere. */
const ARCHES: Partial<Record<string, { audit: number; socket: number; clone: number; denied: number[] }>> = {
  // In order: unshare, setns, add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd.
  x64: { audit: 0xc000003e, socket: 41, clone: 56, denied: [272, 308, 248, 249, 250, 321, 298, 323] },
  arm64: { audit: 0xc00000b7, socket: 198, clone: 220, denied: [97, 268, 217, 218, 219, 280, 241, 282] },
};
const IO_URING = [425, 426, 427];
const CLONE3 = 435;
const X32_BIT = 0x40000000;
const CLONE_NEWUSER = 0x10000000;
/** UNIX, INET, INET6, NETLINK; above all not VSOCK, which no network namespace holds. */
const FAMILIES = [1, 2, 10, 16];

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K
const ALLOW = 0x7fff0000;
const errno = (code: number): number => 0x00050000 | code;
const EPERM = errno(1);
const ENOSYS = errno(38);
const EAFNOSUPPORT = errno(97);

/** Offsets in struct seccomp_data. */
const NUMBER = 0;
const ARCH = 4;
const FIRST_ARGUMENT = 16;

type Step = readonly [code: number, jumpIf: number, jumpElse: number, value: number];

/** `test` decides whether the next step (an answer) is taken or jumped over. */
const answerIf = (code: number, value: number, answer: number): Step[] => [
  [code, 0, 1, value],
  [RETURN, 0, 0, answer],
];
const unless = (code: number, value: number, answer: number): Step[] => [
  [code, 1, 0, value],
  [RETURN, 0, 0, answer],
];

/** The filter for this machine; null where its architecture is unknown to us. */
export function seccompFilter(arch: string = process.arch): Buffer | null {
  const known = ARCHES[arch];
  if (!known) return null;
  const families = FAMILIES.flatMap((family) => answerIf(EQUAL, family, ALLOW));
  const socket: Step[] = [[LOAD, 0, 0, FIRST_ARGUMENT], ...families, [RETURN, 0, 0, EAFNOSUPPORT]];
  const clone: Step[] = [
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...answerIf(ANY_BIT, CLONE_NEWUSER, EPERM),
    [RETURN, 0, 0, ALLOW],
  ];
  const steps: Step[] = [
    [LOAD, 0, 0, ARCH],
    ...unless(EQUAL, known.audit, EPERM),
    [LOAD, 0, 0, NUMBER],
    ...answerIf(AT_LEAST, X32_BIT, EPERM),
    ...[...known.denied, ...IO_URING].flatMap((call) => answerIf(EQUAL, call, EPERM)),
    // Its flags lie in memory, where a filter cannot look; libraries then take clone.
    ...answerIf(EQUAL, CLONE3, ENOSYS),
    [EQUAL, 0, socket.length, known.socket],
    ...socket,
    [EQUAL, 0, clone.length, known.clone],
    ...clone,
    [RETURN, 0, 0, ALLOW],
  ];
  return Buffer.concat(steps.map(encode));
}

/** struct sock_filter. */
function encode([code, jumpIf, jumpElse, value]: Step): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes[2] = jumpIf;
  bytes[3] = jumpElse;
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
