#!/usr/bin/env node
// Restores the optional platform packages in package-lock.json that the current registry could not
// answer for (npm drops them, and then `npm ci` refuses the lock file everywhere). Their versions
// are the exact ones their parents require.
import { readFileSync, writeFileSync } from 'node:fs'
const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const P = lock.packages
const OS = [
  'darwin',
  'win32',
  'linux',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]
const CPU = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]
const added = []
for (const [where, pkg] of Object.entries(P))
  for (const [name, range] of Object.entries(pkg.optionalDependencies ?? {})) {
    let at = where,
      found = false
    for (;;) {
      if (P[`${at ? at + '/' : ''}node_modules/${name}`]) {
        found = true
        break
      }
      if (!at) break
      at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
    }
    if (found) continue
    const version = range.replace(/^[\^~]/, '')
    if (!/^\d+\.\d+\.\d+/.test(version)) {
      console.error('cannot tell the version of', name, range)
      continue
    }
    const parts = name.split(/[-/_]/)
    const os = OS.filter((o) => parts.includes(o) || (o === 'win32' && parts.includes('windows'))),
      cpu = CPU.filter(
        (c) =>
          parts.includes(c) ||
          (c === 'arm' && parts.includes('arm')) ||
          (c === 'arm' && /arm-|arm$/.test(name) && !parts.includes('arm64')),
      )
    if (!os.length && !cpu.length) {
      console.error('not a platform package?', name)
      continue
    }
    P[`node_modules/${name}`] = {
      version,
      ...(cpu.length ? { cpu } : {}),
      optional: true,
      ...(os.length ? { os } : {}),
      ...(pkg.dev ? { dev: true } : {}),
      ...(parts.includes('musl')
        ? { libc: ['musl'] }
        : parts.includes('gnu') && os.includes('linux')
          ? { libc: ['glibc'] }
          : {}),
    }
    added.push(`${name}@${version}`)
  }
lock.packages = Object.fromEntries(
  Object.entries(P).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
)
writeFileSync(file, JSON.stringify(lock, null, 2) + '\n')
console.log(`added ${added.length}:`, added.join(' '))
