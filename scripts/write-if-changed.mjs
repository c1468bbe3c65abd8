import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * @param {string} file
 * @param {string} text
 */
export const isCurrent = (file, text) => existsSync(file) && readFileSync(file, 'utf8') === text

/**
 * Writes the file only if it changed, so that watchers and editors don't notice otherwise.
 * @param {string} file
 * @param {string} text
 */
export function writeIfChanged(file, text) {
  if (isCurrent(file, text)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
