/** Probes that write where they must not: host files, system folders, kernel switches, other checks' copies. */
import { expect } from 'vitest';
import { type Probe, perl } from './probe.js';

const hides = (word: string) => (_: unknown, said: string) => expect(said).not.toContain(word);

export const WRITING: readonly Probe[] = [
  { name: 'writes to a host file by its path', script: 'echo bad > "$W/host.txt"', bites: true },
  { name: 'makes a file beside a peer', script: 'touch "$W/peer/conftest.py"', bites: true },
  { name: "deletes a peer's files", script: 'rm -rf "$W/peer"', bites: true },
  {
    name: 'writes through a link it brought',
    script: 'echo bad > out/planted.txt',
    files: { out: { link: '/tmp' } },
  },
  { name: 'writes through a link it makes', script: 'ln -s "$W" w && echo bad > w/host.txt', bites: true },
  {
    name: 'swaps a folder for a link while it is written to',
    script:
      'mkdir d; (while :; do ln -sfn "$W" d2; mv -T d2 d 2>/dev/null; rm -rf d; mkdir d; done) & i=0; while [ $i -lt 200 ]; do echo bad > d/host.txt; i=$((i+1)); done 2>/dev/null; kill $!; true',
  },
  {
    name: 'writes to system folders',
    script:
      'for d in / /usr /usr/bin /usr/local/bin /etc /bin /lib /boot /opt /srv /var /root /home; do touch $d/planted 2>/dev/null && echo "WROTE $d"; done; echo done',
    expect: hides('WROTE'),
  },
  {
    name: 'replaces a system program',
    script:
      'cp /bin/true /usr/bin/git; mv /usr/bin/perl /tmp/; rm -f /bin/sh; ln -sf /bin/true /usr/bin/node; echo done',
    expect: (r) => expect(r.exit_code).toBe(0),
  },
  {
    name: 'mounts the root anew for writing',
    script:
      'mount -o remount,rw / && echo DONE; mount --bind /tmp /usr && echo DONE; umount -l /proc && echo DONE; mount -t tmpfs t /mnt && echo DONE',
    expect: hides('DONE'),
  },
  {
    name: 'makes namespaces of its own to become root in',
    script:
      'unshare -U true && echo DONE; unshare -Urm sh -c "mount -t tmpfs t /usr" && echo DONE; unshare -m true && echo DONE',
    expect: hides('DONE'),
  },
  { name: 'leaves by chroot', script: perl('chroot("/tmp") and print "DONE"'), expect: hides('DONE') },
  {
    name: 'turns kernel switches',
    script:
      'for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname /proc/sysrq-trigger /proc/sys/vm/drop_caches /proc/sys/kernel/modprobe /sys/kernel/uevent_helper /proc/1/oom_score_adj; do (echo "$W/host.txt" > $f) 2>/dev/null && echo "WROTE $f"; done; echo -1000 > /proc/self/oom_score_adj 2>/dev/null && echo WROTE; echo done',
    expect: hides('WROTE'),
  },
  {
    name: 'leaves its control group',
    script:
      'for f in /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/*/cgroup.procs /sys/fs/cgroup/*/release_agent /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max; do (echo 0 > $f) 2>/dev/null && echo WROTE; done; echo done',
    expect: hides('WROTE'),
  },
  {
    name: 'becomes another user',
    script:
      'su -c id </dev/null; sudo -n id; setpriv --reuid 0 id; cp /bin/sh s && chmod 4755 s && ./s -p -c id; perl -e "\\$< = 0; \\$> = 0; print qq(uid=\\$>)"; newgrp root </dev/null',
    expect: (_, said) => expect(said).not.toMatch(/uid=0\b/),
  },
  {
    name: 'loads a kernel module or a BPF program',
    script:
      'modprobe dummy && echo DONE; insmod x.ko && echo DONE; cat /proc/modules >/dev/null; ' +
      perl(
        'my @n = `uname -m` =~ /x86/ ? (321, 175) : (280, 105); my $a = "\\0" x 128; my $e = ""; print "DONE" if syscall($n[0], 5, $a, 128) >= 0; print "DONE" if syscall($n[1], $a, 0, $e) >= 0',
      ),
    expect: hides('DONE'),
  },
  {
    name: 'spoils the base that peers share',
    script: 'echo bad > shared.txt; rm -rf lib; chmod 000 .; true',
    files: { 'own.txt': 'x' },
  },
  {
    name: 'finds what the one before it spoiled',
    script: 'cat shared.txt lib/a.txt',
    expect: (_, said) => expect(said).toBe('sharedlib'),
  },
  {
    name: 'points the report at a host file',
    script:
      'cd /report; ln -s "$W/host.txt" a.json; ln -s /etc/shadow b.json; ln "$W/host.txt" c.json; mkfifo d.json; mknod e.json c 1 5; true',
    report: true,
    expect: (r) => expect([...(r.report?.keys() ?? [])]).toEqual([]),
  },
  {
    name: 'removes the report folder and puts a link there',
    script: 'rmdir /report; mv /report /tmp/r; ln -s "$W" /report; echo x > /report/host.txt',
    report: true,
  },
];
