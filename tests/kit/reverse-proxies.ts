import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

/** A certificate for the name that the files in deploy/ use. */
export interface Certificate {
  cert: string
  key: string
  /** Both in one file. */
  both: string
}

export function makeCertificate(name: string): Certificate {
  const folder = temporaryFolder()
  const [cert, key, both] = ['cert.pem', 'key.pem', 'both.pem'].map((file) => join(folder, file))
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', key!, '-out', cert!],
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  writeFileSync(both!, readFileSync(cert!, 'utf8') + readFileSync(key!, 'utf8'))
  return { cert: cert!, key: key!, both: both! }
}

interface Places {
  /** Where the proxy listens for https and http, and the service for http. */
  https: number
  http: number
  service: number
  certificate: Certificate
  /** For a proxy that logs to files. */
  accessLog: string
  errorLog: string
}

interface Recipe<P = Places> {
  /** The file in the repository. */
  file: string
  version: string[]
  /** The file with the addresses and paths of a test; nothing else is changed. */
  adapt(text: string, places: P): string
  /** Starts the proxy in the foreground with the adapted file. */
  command(file: string, folder: string): string[]
}

/** Debian installs HAProxy where only root's PATH looks. */
const PATH = `${process.env.PATH}:/usr/sbin`

const replaceAll = (text: string, changes: readonly (readonly [RegExp | string, string])[]) =>
  changes.reduce((all, [from, to]) => {
    const changed = all.replaceAll(from, to)
    if (changed === all) throw new Error(`${String(from)} is not in the file`)
    return changed
  }, text)

/** Only root can give up its rights: without it, HAProxy does not start with these lines. */
const unprivileged = (): [RegExp, string][] =>
  process.getuid?.() === 0 ? [] : [[/^ {2}(user|group|chroot) .*\n/gm, '']]

export const RECIPES: Record<'nginx' | 'caddy' | 'haproxy', Recipe> = {
  nginx: {
    file: 'deploy/nginx/gatehouse.conf',
    version: ['nginx', '-v'],
    adapt: (text, { https, http, service, certificate, accessLog, errorLog }) =>
      replaceAll(text, [
        [/ *listen \[::\].*\n/g, ''],
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen 443 ', `listen 127.0.0.1:${https} `],
        ['127.0.0.1:3000', `127.0.0.1:${service}`],
        ['/var/log/nginx/access.log', accessLog],
        ['/var/log/nginx/error.log', errorLog],
        [/\/etc\/letsencrypt\/\S+\/fullchain.pem/g, certificate.cert],
        [/\/etc\/letsencrypt\/\S+\/privkey.pem/g, certificate.key],
      ]),
    command: (file, folder) => {
      const main = join(folder, 'nginx.conf')
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const http = `http { access_log off; ${paths.join(' ')} include ${file}; }`
      writeFileSync(
        main,
        `${user} daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {} ${http}`,
      )
      return ['nginx', '-p', folder, '-e', join(folder, 'errors'), '-c', main]
    },
  },
  caddy: {
    file: 'deploy/caddy/Caddyfile',
    version: ['caddy', 'version'],
    adapt: (text, { https, service, certificate: { cert, key } }) =>
      replaceAll(text, [
        ['\tlog {', '\tadmin off\n\tauto_https off\n\tlog {'],
        ['id.example.org {', `https://id.example.org:${https} {\n\ttls ${cert} ${key}`],
        ['127.0.0.1:3000', `127.0.0.1:${service}`],
      ]),
    command: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
  },
  haproxy: {
    file: 'deploy/haproxy/haproxy.cfg',
    version: ['haproxy', '-v'],
    adapt: (text, { https, http, service, certificate }) =>
      replaceAll(text, [
        ...unprivileged(),
        ['bind :80\n', `bind 127.0.0.1:${http}\n`],
        ['bind :443 ', `bind 127.0.0.1:${https} `],
        ['127.0.0.1:3000', `127.0.0.1:${service}`],
        ['/etc/haproxy/certs/id.example.org.pem', certificate.both],
      ]),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
}

/**
 * HAProxy in front of several instances, all on this machine. The client speaks plain HTTP to it.
 */
export const BALANCER: Recipe<{ http: number; services: readonly number[] }> = {
  ...RECIPES.haproxy,
  adapt: (text, { http, services }) =>
    replaceAll(text, [
      ...unprivileged(),
      [/frontend http\n[^]*?\n\n/g, ''],
      [/bind :443 .*/g, `bind 127.0.0.1:${http}`],
      ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
      [/ *server gatehouse1 127\.0\.0\.1:3000\n/g, services.map(serverLine).join('')],
    ]),
}

const serverLine = (port: number, index: number) =>
  `  server gatehouse${index + 1} 127.0.0.1:${port}\n`

export function isInstalled<P>({ version: [command, ...args] }: Recipe<P>): boolean {
  return spawnSync(command!, args, { env: { ...process.env, PATH } }).status === 0
}

/** Starts a proxy with the file of the repository. */
export function startProxy<P>(
  recipe: Recipe<P>,
  places: P,
): { stop: () => Promise<void>; output: () => string } {
  const folder = temporaryFolder()
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, recipe.adapt(readFileSync(recipe.file, 'utf8'), places))
  const [command, ...args] = recipe.command(file, folder)
  const child = spawn(command!, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH, HOME: folder },
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null) throw new Error(`${command} ended: ${output}`)
      child.kill('SIGTERM')
      await once(child, 'exit')
      process.off('exit', endWithUs)
    },
  }
}
