#!/usr/bin/env node
// Restores the optional platform packages in package-lock.json that the current registry could not
// answer for (npm drops them, and then `npm ci` refuses the lock file everywhere). Their versions
// are the exact ones their parents require.
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * @typedef {object} LockedPackage
 * @property {string} version
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [cpu]
 * @property {string[]} [os]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */
/**
 * By path, such as `node_modules/sharp`.
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

const SYSTEMS = [
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
const PROCESSORS = [
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

/**
 * Whether the package at `parent` finds `name`, in its own node_modules or in one above it.
 * @param {LockedPackages} packages
 * @param {string} parent
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(packages, parent, name) {
  if (packages[parent ? `${parent}/node_modules/${name}` : `node_modules/${name}`]) return true
  if (!parent) return false
  const end = parent.lastIndexOf('/node_modules/')
  return isLocked(packages, parent.slice(0, Math.max(0, end)), name)
}

/**
 * The entry of a package whose name says which platform it is for; null if it does not.
 * @param {string} name
 * @param {string} version
 * @param {boolean | undefined} isDev
 * @returns {LockedPackage | null}
 */
function platformEntry(name, version, isDev) {
  const parts = name.split(/[-/_]/)
  const os = SYSTEMS.filter(
    (system) => parts.includes(system) || (system === 'win32' && parts.includes('windows')),
  )
  const cpu = PROCESSORS.filter(
    (processor) =>
      parts.includes(processor) ||
      (processor === 'arm' && /arm-|arm$/.test(name) && !parts.includes('arm64')),
  )
  if (os.length === 0 && cpu.length === 0) return null
  const libc = libcOf(parts, os)
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
    ...(isDev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
  }
}

/**
 * @param {string[]} parts
 * @param {string[]} os
 */
function libcOf(parts, os) {
  if (parts.includes('musl')) return 'musl'
  return parts.includes('gnu') && os.includes('linux') ? 'glibc' : null
}

/**
 * The entry of a missing package; null, with a message, if it cannot be told.
 * @param {string} name
 * @param {string} range
 * @param {boolean | undefined} isDev
 */
function restoredEntry(name, range, isDev) {
  const version = range.replace(/^[\^~]/, '')
  if (!/^\d+\.\d+\.\d+/.test(version)) {
    console.error('cannot tell the version of', name, range)
    return null
  }
  const entry = platformEntry(name, version, isDev)
  if (!entry) console.error('not a platform package?', name)
  return entry
}

/**
 * Adds what is missing to `packages`; returns the names and versions.
 * @param {LockedPackages} packages
 */
function complete(packages) {
  /** @type {string[]} */
  const added = []
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages))
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, parent, name)) continue
      const entry = restoredEntry(name, range, dev)
      if (!entry) continue
      packages[`node_modules/${name}`] = entry
      added.push(`${name}@${entry.version}`)
    }
  return added
}

const file = process.argv[2] ?? 'package-lock.json'
/** @type {{ packages: LockedPackages }} */
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = complete(lock.packages)
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
)
writeFileSync(file, JSON.stringify(lock, null, 2) + '\n')
console.log(`added ${added.length}:`, added.join(' '))
