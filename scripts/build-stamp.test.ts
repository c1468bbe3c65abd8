import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

/** A project with only the script; how to write a file to it, and the stamp of its sources. */
async function emptyProject() {
  const folder = temporaryFolder()
  const script = join(folder, 'scripts/build-stamp.mjs')
  mkdirSync(dirname(script))
  copyFileSync(join(import.meta.dirname, 'build-stamp.mjs'), script)
  const { sourceStamp } = (await import(pathToFileURL(script).href)) as {
    sourceStamp: () => string
  }
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), 'changed')
  }
  return { sourceStamp, write }
}

it.each([
  'app/page.tsx',
  'lib/auth/sign-in.ts',
  'docs/quick-start.md',
  'docs/operations/upgrade.md',
  'clients/typescript/README.md',
  '.env.example',
  'scripts/a-new-generator.mjs',
])('asks for a build after a change to %s, which the service contains', async (path) => {
  const { sourceStamp, write } = await emptyProject()
  const before = sourceStamp()
  write(path)
  expect(sourceStamp()).not.toBe(before)
})

it.each([
  'docs/decisions/0001-api-without-next.md',
  'tests/kit/until.ts',
  'lib/auth/sign-in.test.ts',
  'scripts/start.test.ts',
  'app/docs/generated/guide-texts.ts',
  '.env',
])('needs no build after a change to %s', async (path) => {
  const { sourceStamp, write } = await emptyProject()
  const before = sourceStamp()
  write(path)
  expect(sourceStamp()).toBe(before)
})
