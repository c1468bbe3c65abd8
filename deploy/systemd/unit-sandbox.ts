import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const UNIT = join(import.meta.dirname, 'gatehouse.service')
const FILTER = join(import.meta.dirname, 'run-filtered.py')
/** Debian installs the module for its own Python. */
const PYTHON = '/usr/bin/python3'
/** Any user without a name, as DynamicUser= makes one. */
const USER = '61184'

/**
 * What the unit's settings about the file system, devices, and privileges do, without systemd. $1
 * is the user. The mounts end with the process.
 */
const ENTER = `
set -e
user=$1
shift
mount --make-rprivate /
for place in $(cut -d' ' -f5 /proc/self/mountinfo | sort -u); do
  mount -o remount,bind,ro "$place" || [ ! -e "$place" ]
done
mount -t proc -o hidepid=invisible,subset=pid proc /proc
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/dev
for device in null zero full random urandom; do
  : > /run/dev/$device
  mount --bind /dev/$device /run/dev/$device
done
mount --rbind /run/dev /dev
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=755 tmpfs /var/lib
mkdir -m 700 /var/lib/gatehouse
chown $user:$user /var/lib/gatehouse
umask 077
cd /var/lib/gatehouse
exec setpriv --reuid $user --regid $user --clear-groups --bounding-set=-all --inh-caps=-all \\
  --no-new-privs "$@"
`

/** What the sandbox needs and this machine lacks; null if it can be used. */
export function missingForSandbox(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
  // PrivateTmp=
  if (/^(?:\/var)?\/tmp\//.test(process.cwd())) return 'the unit hides this checkout in /tmp'
  const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
  if (!works('systemd-analyze', '--version')) return 'no systemd-analyze'
  if (!works(PYTHON, '-c', 'import seccomp')) return 'no python3-seccomp'
  return works('unshare', '--mount', 'true') ? null : 'mount namespaces are not permitted'
}

/** The system calls that the unit permits, from its `SystemCallFilter=` lines. */
export function permittedCalls(): string[] {
  const calls = new Set(callsOf('@default'))
  for (const [, deny, names] of readFileSync(UNIT, 'utf8').matchAll(
    /^SystemCallFilter=(~?)(.+)$/gm,
  ))
    for (const call of names!.split(' ').flatMap(callsOf)) calls[deny ? 'delete' : 'add'](call)
  return [...calls]
}

/** A call, or those of a set and of the sets in it. */
function callsOf(name: string): string[] {
  if (!name.startsWith('@')) return [name]
  const { stdout } = spawnSync('systemd-analyze', ['--no-pager', 'syscall-filter', name], {
    encoding: 'utf8',
  })
  const [, ...listed] = stdout.split('\n').map((line) => line.trim())
  return listed.filter((line) => line && !line.startsWith('#')).flatMap(callsOf)
}

/** The command that runs another one as the unit would, with these system calls. */
export function sandboxed(command: readonly string[], calls = permittedCalls()): string[] {
  return [
    ...['unshare', '--mount', '--ipc', '--pid', '--fork'],
    ...['sh', '-c', ENTER, 'sh', USER, PYTHON, FILTER, calls.join(','), ...command],
  ]
}

/**
 * Kills what runs in a sandbox: killing the outer process would leave it running, even with
 * `--kill-child`, which changing the user undoes.
 */
export function killSandboxed({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return
  try {
    const inner = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    process.kill(Number(inner || pid), 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
