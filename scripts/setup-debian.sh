#!/bin/sh
# Installs and starts what gagar's sandbox needs on Debian or Ubuntu: a Docker engine, bubblewrap, git, mmdebstrap, python3.
# Does nothing when all is there; safe to run twice or at the same time; prints one line per thing it does.
set -eu

log=/var/log/gagar-dockerd.log
socket=/run/docker.sock

say() { printf 'gagar setup: %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 3
}
has() { command -v "$1" >/dev/null 2>&1; }

# The engine answers, wherever DOCKER_HOST points; node is certain to be here, a docker client is not.
engine_answers() {
  node -e '
    const host = process.env.DOCKER_HOST || "unix:///run/docker.sock";
    const tcp = host.startsWith("unix://") ? undefined : new URL(host.replace(/^tcp:/, "http:"));
    const place = tcp ? { host: tcp.hostname, port: tcp.port } : { socketPath: host.slice("unix://".length) };
    const request = require("http").get({ ...place, path: "/_ping", timeout: 3000 }, (answer) => {
      process.exit(answer.statusCode === 200 ? 0 : 1);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => process.exit(1));
  '
}

missing() {
  # dockerd lies in sbin, which an ordinary user has not on PATH.
  engine_answers || [ -x /usr/sbin/dockerd ] || has dockerd || printf 'docker.io '
  has bwrap || printf 'bubblewrap '
  has git || printf 'git '
  has mmdebstrap || printf 'mmdebstrap '
  # Bubblewrap shows programs of /usr only.
  [ -x /usr/bin/python3 ] || printf 'python3 '
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

install_packages() {
  say "installing $*"
  export DEBIAN_FRONTEND=noninteractive
  # Another apt run (unattended upgrades) may hold the lock: wait for it.
  apt="apt-get -q -y -o DPkg::Lock::Timeout=300"
  # shellcheck disable=SC2086
  as_root $apt update >/dev/null || say "apt-get update failed; trying with the package lists at hand"
  # shellcheck disable=SC2086
  as_root $apt install --no-install-recommends "$@" >/dev/null || fail "apt-get could not install: $*"
}

wait_for_engine() {
  tries=$1
  while [ "$tries" -gt 0 ]; do
    if engine_answers; then return 0; fi
    tries=$((tries - 1))
    sleep 0.5
  done
  return 1
}

start_engine() {
  say "starting the Docker engine"
  if [ -d /run/systemd/system ]; then
    as_root systemctl start docker || true
    wait_for_engine 60 && return 0
    fail "the engine did not answer at $socket; see: journalctl -u docker"
  fi
  # Without systemd (containers, small VMs): a daemon of its own that outlives this script and its terminal.
  # Process ids in files of a dead daemon may belong to others by now, and a new one would refuse to start.
  # It must not inherit the lock (9).
  as_root sh -c "pidof dockerd >/dev/null || rm -f /run/docker.pid /run/docker/containerd/containerd.pid
    setsid dockerd --host unix://$socket >>'$log' 2>&1 </dev/null 9>&- &"
  wait_for_engine 80 && return 0
  say "last lines of $log:"
  as_root tail -n 5 "$log" >&2 || true
  fail "the engine did not answer at $socket"
}

if [ -z "$(missing)" ] && engine_answers; then exit 0; fi

if ! has apt-get; then
  fail "this script knows Debian and Ubuntu only; install with your own packages: $(missing)(and start the engine)"
fi
if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
  fail "needs root or passwordless sudo to install or start: $(missing)the Docker engine"
fi
if [ -n "${DOCKER_HOST:-}" ] && [ -z "$(missing | tr -d ' ')" ]; then
  fail "no engine answers at DOCKER_HOST=$DOCKER_HOST"
fi

# One run at a time: the second waits on this very file and then finds all done.
exec 9<"$0"
flock 9
packages=$(missing)
# shellcheck disable=SC2086
[ -z "$packages" ] || install_packages $packages
wait_for_engine 4 || start_engine
say "ready"
