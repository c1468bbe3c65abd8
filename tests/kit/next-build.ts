import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const BUILD_FOLDERS = ['.next/server', '.next/static', '.next/node_modules']
const MANIFEST = '.next/server/server-reference-manifest.json'

/**
 * Copies the build on disk with a different id for every server action, as a newer build would
 * have. Returns the folder of that project.
 */
export function makeNextBuild(): string {
  const folder = temporaryFolder()
  for (const part of ['package.json', 'prisma', 'dist', ...BUILD_FOLDERS])
    cpSync(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
  for (const file of readdirSync(join(root, '.next'), { withFileTypes: true }))
    if (file.isFile()) cpSync(join(root, '.next', file.name), join(folder, '.next', file.name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { node } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as { node: object }
  const ids = new RegExp(Object.keys(node).join('|'), 'g')
  for (const file of readdirSync(join(folder, '.next'), { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !/\.(?:js|json|rsc|html)$/.test(file.name)) continue
    const path = join(file.parentPath, file.name)
    const text = readFileSync(path, 'utf8')
    // The first byte of an id encodes its type.
    const changed = text.replaceAll(
      ids,
      (id) => id.slice(0, 2) + [...id.slice(2)].reverse().join(''),
    )
    if (changed !== text) writeFileSync(path, changed)
  }
  return folder
}
