// Runs commands in the image as a container runtime would: its user, no new privileges, a read-only
// root file system; only /data, /tmp, and /backups are writable. Needs root, but no daemon and no
// control groups.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * @typedef {object} ImageConfig
 * @property {string} User
 * @property {string} WorkingDir
 * @property {string[]} Env
 * @property {string[]} Cmd
 * @property {string[]} Entrypoint
 * @property {{ Test: string[] }} Healthcheck
 */
/** @typedef {{ folder: string; config: ImageConfig }} OpenedImage */

/** $1 is the mounted image, $2 its user, $3 its working directory. */
const ENTER = `
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
for folder in "$1/data" "$1/backups"; do
  [ -d "$folder" ] && mount -t tmpfs -o "mode=700,uid=\${2%:*},gid=\${2#*:}" tmpfs "$folder"
done
image=$1 user=$2 folder=$3
shift 3
exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$image" \\
  /usr/bin/env --chdir="$folder" "$@"
`

/** @param {string[]} args */
export const buildah = (...args) =>
  execFileSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * The image as a folder, with the configuration it carries.
 * @param {string} name
 */
export function openImage(name) {
  const container = buildah('from', '--pull-never', name)
  const folder = buildah('mount', container)
  /** @type {{ config: ImageConfig }} */
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', name)).Docker
  return { folder, config, close: () => buildah('rm', container) }
}

/**
 * Starts a command of the image with its environment and `env`.
 * @param {OpenedImage} image
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 */
export function start({ folder, config }, command, env = {}) {
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh', folder]
      .concat(config.User, config.WorkingDir)
      .concat(['-i', ...config.Env, ...given, ...command]),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.once('close', resolve))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    ended,
    output: () => output,
    isRunning,
    /**
     * Signals the command itself, which is process 1 of its namespace.
     * @param {NodeJS.Signals} [signal]
     */
    stop: async (signal = 'SIGTERM') => {
      const command = isRunning() ? firstChildOf(child.pid) : null
      if (command) process.kill(command, signal)
      else child.kill(signal)
      return ended
    },
  }
}

/**
 * The ID of the first child of a process; null if it has none. Never 0, which means this group.
 * @param {number | undefined} pid
 */
function firstChildOf(pid) {
  try {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return Number(first) || null
  } catch {
    return null // It has ended.
  }
}

/**
 * Runs a command of the image to its end.
 * @param {OpenedImage} image
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 */
export async function run(image, command, env) {
  const process = start(image, command, env)
  return { code: await process.ended, output: process.output() }
}
