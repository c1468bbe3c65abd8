import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3StandIn } from '@/tests/kit/stand-ins/s3-stand-in'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'
import { newStorageKey, storage, type Storage } from '@/lib/uploads/storage'

async function read(stream: Readable | null): Promise<string | null> {
  if (!stream) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

let s3: Awaited<ReturnType<typeof startS3StandIn>>
beforeAll(async () => void (s3 = await startS3StandIn()))
afterAll(() => s3.close())
const put = (to: Storage, key: string, text: string) => to.put(key, Buffer.from(text), 'text/plain')

describe.each([
  ['a folder', () => ({ DATA_DIR: temporaryFolder() })],
  ['a folder of its own', () => ({ UPLOADS_DIR: join(temporaryFolder(), 'files') })],
  ['S3', () => ({ DATA_DIR: temporaryFolder(), ...s3.env })],
] as const)('the storage in %s', (_, env) => {
  let kept: Storage
  beforeAll(() => {
    useSettings(env())
    kept = storage()
  })

  it('returns a stored object, whole or in part', async () => {
    const key = newStorageKey()
    await put(kept, key, 'hello world')
    expect(await read(await kept.open(key))).toBe('hello world')
    expect(await read(await kept.open(key, { first: 6, last: 8 }))).toBe('wor')
  })

  it('returns null for an unknown key', async () => {
    expect(await kept.open(newStorageKey())).toBeNull()
  })

  it('removes an object, and removing it twice is no error', async () => {
    const key = newStorageKey()
    await put(kept, key, 'x')
    await kept.remove(key)
    await kept.remove(key)
    expect(await kept.open(key)).toBeNull()
  })

  it('keeps objects separate', async () => {
    const [one, other] = [newStorageKey(), newStorageKey()]
    await Promise.all([put(kept, one, 'one'), put(kept, other, 'other')])
    await kept.remove(one)
    expect(await read(await kept.open(other))).toBe('other')
  })

  it('stores ten megabytes', async () => {
    const key = newStorageKey()
    await kept.put(key, Buffer.alloc(10_485_760, 'a'), 'text/plain')
    expect((await read(await kept.open(key)))!.length).toBe(10_485_760)
  })

  it('survives a reader that stops midway', async () => {
    const key = newStorageKey()
    await kept.put(key, Buffer.alloc(1_000_000, 'a'), 'text/plain')
    const stream = (await kept.open(key))!
    stream.once('data', () => stream.destroy())
    await new Promise((resolve) => stream.once('close', resolve))
    expect((await read(await kept.open(key)))!.length).toBe(1_000_000)
  })
})

describe('the storage folder', () => {
  const folder = temporaryFolder()
  const kept = () => {
    useSettings({ DATA_DIR: folder })
    return storage()
  }

  it('is accessible only to the user of the service', async () => {
    const key = newStorageKey()
    await put(kept(), key, 'x')
    const place = join(folder, 'uploads/objects', key)
    expect(statSync(place).mode & 0o777).toBe(0o600)
    for (const path of [
      'uploads',
      'uploads/objects',
      `uploads/objects/${key.slice(0, 2)}`,
      'uploads/tmp',
    ])
      expect([path, statSync(join(folder, path)).mode & 0o777]).toEqual([path, 0o700])
  })

  it.each(['../../etc/passwd', 'ab/../x', '/etc/passwd', 'ab', ''])(
    'refuses the key %j',
    async (key) => {
      await expect(put(kept(), key, 'x')).rejects.toThrow('not a storage key')
      await expect(kept().open(key)).rejects.toThrow('not a storage key')
      await expect(kept().remove(key)).rejects.toThrow('not a storage key')
    },
  )

  it('keeps no part of a file that cannot be written', async () => {
    const key = newStorageKey()
    mkdirSync(join(folder, 'uploads/objects', key), { recursive: true })
    await expect(put(kept(), key, 'x')).rejects.toThrow()
    expect(readdirSync(join(folder, 'uploads/tmp'))).toEqual([])
  })

  it('is swept of files left by a killed process, but not of newer files', async () => {
    const old = join(folder, 'uploads/tmp/old.part')
    const fresh = join(folder, 'uploads/tmp/fresh.part')
    for (const path of [old, fresh]) writeFileSync(path, 'half')
    utimesSync(old, new Date(0), new Date(0))
    await kept().sweep(new Date(Date.now() - 60_000))
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
  })
})

describe('the S3 storage', () => {
  it('stores nothing with an incorrect secret and asks the client to retry', async () => {
    useSettings({ ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' })
    const before = s3.objects.size
    await expect(put(storage(), newStorageKey(), 'x')).rejects.toMatchObject({
      refusal: { code: 'unavailable' },
    })
    expect(s3.objects.size).toBe(before)
    expect(s3.seen.at(-1)).toContain('SignatureDoesNotMatch')
  })

  it('reports an outage as unavailable rather than a missing file', async () => {
    useSettings(s3.env)
    s3.state.mode = 'fail'
    await expect(storage().open(newStorageKey())).rejects.toMatchObject({
      refusal: { code: 'unavailable' },
    })
    s3.state.mode = 'work'
    useSettings({ ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:9' })
    await expect(storage().open(newStorageKey())).rejects.toMatchObject({
      refusal: { code: 'unavailable' },
    })
  })
})
