/** The system call filter of containers, as engines read it; the same under every engine, whatever its own lets through. */

// An engine's own filter depends on its age: Docker 20.10 lets containers without network open VSOCK sockets to the
// hypervisor, and use io_uring.

/** What needs rights that a box has not, reaches past namespaces, or is kernel surface that no test needs. */
const DENIED = [
  ...[
    'acct',
    'add_key',
    'adjtimex',
    'bpf',
    'clock_adjtime',
    'clock_settime',
    'create_module',
    'delete_module',
  ],
  ...['fanotify_init', 'finit_module', 'fsconfig', 'fsmount', 'fsopen', 'fspick', 'get_kernel_syms'],
  ...['init_module', 'io_uring_enter', 'io_uring_register', 'io_uring_setup', 'ioperm', 'iopl', 'kcmp'],
  ...['kexec_file_load', 'kexec_load', 'keyctl', 'lookup_dcookie', 'mount', 'mount_setattr', 'move_mount'],
  ...['move_pages', 'name_to_handle_at', 'nfsservctl', 'open_by_handle_at', 'open_tree', 'perf_event_open'],
  ...['pidfd_getfd', 'pivot_root', 'process_vm_readv', 'process_vm_writev', 'query_module', 'quotactl'],
  ...['quotactl_fd', 'reboot', 'request_key', 'setdomainname', 'sethostname', 'setns', 'settimeofday'],
  ...['stime', 'swapoff', 'swapon', 'sysfs', '_sysctl', 'syslog', 'umount', 'umount2', 'unshare', 'uselib'],
  ...['userfaultfd', 'ustat', 'vhangup', 'vm86', 'vm86old', 'vmsplice'],
];

const deny = (names: readonly string[], errno: number, args: readonly object[] = []) => ({
  names,
  action: 'SCMP_ACT_ERRNO',
  errnoRet: errno,
  args,
});

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const CLONE_NEWUSER = 0x10000000;
const NETLINK = 16;
/** All but UNIX (1), INET (2), INET6 (10) and NETLINK; above all not VSOCK (40), which no network namespace holds. */
const OLD_FAMILIES = [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15];

const profile = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [
    deny(DENIED, EPERM),
    // Its flags lie in memory, where a filter cannot look; libraries then take clone.
    deny(['clone3'], ENOSYS),
    deny(['clone'], EPERM, [
      { index: 0, value: CLONE_NEWUSER, valueTwo: CLONE_NEWUSER, op: 'SCMP_CMP_MASKED_EQ' },
    ]),
    deny(['socket', 'socketpair'], EAFNOSUPPORT, [{ index: 0, value: NETLINK, op: 'SCMP_CMP_GT' }]),
    ...OLD_FAMILIES.map((family) =>
      deny(['socket', 'socketpair'], EAFNOSUPPORT, [{ index: 0, value: family, op: 'SCMP_CMP_EQ' }]),
    ),
  ],
};

/** For `SecurityOpt`. */
export const SECCOMP_OPTION = `seccomp=${JSON.stringify(profile)}`;
