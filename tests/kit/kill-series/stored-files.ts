import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Act, call, expectCall, expectNone, type Stage } from '@/tests/kit/kill-series/act'
import type { SignedInUser } from '@/tests/kit/live-instances'
import { multipartBody } from '@/tests/kit/upload-files'
import { sweepUploads } from '@/lib/uploads/upload.jobs'
import { readUsage } from '@/lib/uploads/upload.store'

/** Every fourth file is deleted again, so that users stay below their quota. */
const DELETE_EVERY = 4
const SWEEP_AFTER_SECONDS = 3600

/** A user stores files, and deletes some of them. */
export class StoredFiles implements Act {
  readonly name = 'upload'
  done = 0
  /** Acknowledged files by id. */
  readonly #stored = new Map<string, string>()
  /** Files whose deletion was requested. */
  readonly #deleted = new Set<string>()
  /** What was acknowledged since the last restart. */
  #fresh: string[] = []

  constructor(
    readonly stage: Stage,
    readonly user: SignedInUser,
    readonly folder: string,
  ) {}

  async step(): Promise<boolean> {
    const { token } = this.user
    const content = newId().repeat(100)
    const { type, body } = multipartBody([
      { name: 'file', fileName: 'notes.txt', type: 'text/plain', content },
    ])
    const answer = await call(this.stage, 'POST', '/uploads', { token, raw: { type, body } })
    if (!answer) return false
    if (answer.status !== 201) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    const id = answer.body.id as string
    this.#stored.set(id, content)
    this.#fresh.push(id)
    return ++this.done % DELETE_EVERY === 0 ? this.#delete(id) : true
  }

  async #delete(id: string): Promise<boolean> {
    this.#deleted.add(id)
    this.#fresh.splice(this.#fresh.indexOf(id), 1)
    const answer = await call(this.stage, 'DELETE', `/uploads/${id}`, { token: this.user.token })
    if (!answer) return false
    if (answer.status !== 204) throw new Error(`a deletion answered ${answer.status}`)
    this.#stored.delete(id)
    return true
  }

  async recover(): Promise<void> {
    for (const id of this.#fresh.splice(0).slice(-5)) {
      const { token } = this.user
      const content: unknown = await expectCall(200, this.stage, 'GET', `/uploads/${id}`, { token })
      if (content !== this.#stored.get(id)) throw new Error('an acknowledged file has changed')
    }
  }

  async conclude(): Promise<void> {
    // As the hourly job will.
    await sweepUploads(addSeconds(new Date(), SWEEP_AFTER_SECONDS), { alone: false })
    const rows = await db().upload.findMany()
    const files = (name: string) =>
      readdirSync(join(this.folder, 'uploads', name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(-65))
    const onDisk = new Set(files('objects'))
    const keys = new Set(rows.map(({ storageKey }) => storageKey))
    expectNone(
      'rows without a file',
      rows.filter(({ storageKey }) => !onDisk.has(storageKey)),
    )
    expectNone(
      'files without a row',
      [...onDisk].filter((key) => !keys.has(key)),
    )
    expectNone('parts that the cleanup left', files('tmp'))
    const known = new Map(rows.map((row) => [row.id, row]))
    const isIntact = ([id, content]: [string, string]) =>
      known.get(id)?.status === 'stored' &&
      Buffer.from(known.get(id)!.sha256).equals(sha256(content))
    const kept = [...this.#stored].filter(([id]) => !this.#deleted.has(id))
    expectNone(
      'acknowledged files that are lost',
      kept.filter((file) => !isIntact(file)),
    )
    const used = await readUsage(db(), this.user.id)
    const bytes = rows.reduce((sum, { size }) => sum + size, 0)
    if (used.files !== onDisk.size || used.bytes !== bytes)
      throw new Error(`the quota counts ${used.files} files of ${onDisk.size}`)
  }
}
