import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePrivate } from '@/lib/platform/db/private-files'
import { describeWithFileModes } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const modeOf = (path: string) => statSync(path).mode & 0o777
function file(path: string, mode: number): string {
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

describeWithFileModes('makePrivate', () => {
  it('restricts files and folders to their owner, recursively, and counts what it changed', () => {
    const folder = join(temporaryFolder(), 'data')
    mkdirSync(join(folder, 'deep'), { recursive: true })
    for (const path of [folder, join(folder, 'deep')]) chmodSync(path, 0o777)
    const loose = file(join(folder, 'deep/loose'), 0o666)
    const tight = file(join(folder, 'tight'), 0o400)
    expect(makePrivate([folder])).toEqual({ repaired: 3, left: [] })
    expect([folder, join(folder, 'deep'), loose, tight].map(modeOf)).toEqual([
      0o700, 0o700, 0o600, 0o400,
    ])
    expect(makePrivate([folder])).toEqual({ repaired: 0, left: [] })
  })

  it('changes nothing outside: does not follow links, and skips missing paths', () => {
    const folder = temporaryFolder()
    const outside = file(join(temporaryFolder(), 'outside'), 0o644)
    symlinkSync(outside, join(folder, 'link'))
    expect(makePrivate([folder, join(folder, 'missing')])).toEqual({ repaired: 0, left: [] })
    expect(modeOf(outside)).toBe(0o644)
  })
})
