import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Spool } from '@/lib/platform/spooled-file'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const folder = temporaryFolder()

/** What all open files share. */
async function prototypeOfFiles(): Promise<{ write: (...args: unknown[]) => Promise<unknown> }> {
  const file = await open(join(folder, 'any'), 'w')
  await file.close()
  return Object.getPrototypeOf(file)
}

it('keeps every byte of a file whose writes store only a part', async () => {
  const files = await prototypeOfFiles()
  const { write } = files
  const spool = await Spool.open(folder)
  vi.spyOn(files, 'write').mockImplementation(function (this: unknown, ...args) {
    const [bytes, offset, length, position] = args
    return write.call(this, bytes, offset, Math.ceil((length as number) / 2), position)
  })
  for (const part of ['first ', 'second ', 'third']) await spool.write(Buffer.from(part))
  vi.restoreAllMocks()
  expect((await spool.bytes()).toString()).toBe('first second third')
  expect(spool.size).toBe(18)
  await spool.close()
})

it('fails if a file cannot be written any further', async () => {
  const files = await prototypeOfFiles()
  const spool = await Spool.open(folder)
  vi.spyOn(files, 'write').mockResolvedValue({ bytesWritten: 0 })
  await expect(spool.write(Buffer.from('text'))).rejects.toThrow('could not be written')
  vi.restoreAllMocks()
  await spool.close()
})
